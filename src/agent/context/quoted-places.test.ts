import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { limits } from "../../limits.ts";
import { quotedPlaces } from "./quoted-places.ts";

const { placesMax } = limits.context;
const numbered = (count: number, text: string) => Array.from({ length: count }, () => text).join("\n\n");

it("the places in identical files are shown once", async () => {
  const text = "# Bars\n\nCall it.\n\nCall `showBar()` twice.\n";
  const site = await siteFrom({ "mkdocs.yml": "site_name: Acme\n", "docs/a.md": text, "docs/b.md": text });
  expect(quotedPlaces(site, "Deprecate `showBar()`.", [])).toEqual([
    "- showBar():",
    "  docs/a.md:5: Call `showBar()` twice.",
    "  The same in docs/b.md",
  ]);
});

it("distinguishes letter case, and searches the configuration", async () => {
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/a.md": "# A\n\nOn MacOS.\n\nOn macOS.\n",
  });
  const config = [{ path: "mkdocs.yml", id: "1", text: "nav:\n  - MacOS: a.md\n" }];
  expect(quotedPlaces(site, "Write 'macOS', not 'MacOS'.", config)).toEqual([
    "- macOS:",
    "  docs/a.md:5: On macOS.",
    "- MacOS:",
    "  docs/a.md:3: On MacOS.",
    "  mkdocs.yml:2: - MacOS: a.md",
  ]);
});

it("counts many places by file, and leaves out names that are on many pages", async () => {
  const pages = Array.from({ length: placesMax + 1 }, (_, n) => [
    `docs/p${n}.md`,
    `# P${n}\n\nUse GitHost.\n`,
  ]);
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/a.md": `# A\n\n${numbered(placesMax, "Acme/skills here.")}\n`,
    "docs/b.md": "# B\n\nAcme/skills here.\n",
    ...Object.fromEntries(pages),
  });
  expect(quotedPlaces(site, "Acme/skills moved on GitHost.", [])).toEqual([
    `- Acme/skills: ${placesMax + 1} lines in 2 files: docs/a.md (${placesMax}), docs/b.md (1)`,
  ]);
  expect(quotedPlaces(site, "Remove `GitHost`.", [])).toEqual([
    `- GitHost: ${placesMax + 1} lines in ${placesMax + 1} files; use search to see them`,
  ]);
});

it("counts other spellings of an identifier of several words", async () => {
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/a.md": "# A\n\nSet `noWrap`.\n\nSet no-wrap, nowrap or no-wrap.\n",
    "docs/b.md": "# B\n\nNOT-no-wrap-either, and nowrapping. Use no-wrap.\n",
  });
  expect(quotedPlaces(site, "Write `noWrap` everywhere.", [])).toEqual([
    ...["- noWrap:", "  docs/a.md:3: Set `noWrap`."],
    "- no-wrap (another spelling): 3 places in 2 files",
    "- nowrap (another spelling): 1 place in 1 file",
  ]);
  expect(quotedPlaces(site, "Write `nowrap` everywhere.", []).join()).not.toContain("another spelling");
});
