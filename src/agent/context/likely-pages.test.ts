import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { likelyPages } from "./likely-pages.ts";
import { type PageRow, rowLine } from "./page-rows.ts";

it.each([
  ["the FileTree page", "docs/file-tree.md"],
  ["the file tree component", "docs/file-tree.md"],
  ["the LinkCard page", "docs/link-cards.md"],
])("finds the page for %j, even if words are joined as in code", async (prompt, path) => {
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/index.md": "# Start\n",
    "docs/file-tree.md": "# File tree\n",
    "docs/link-cards.md": "# Link Card\n",
  });
  expect(likelyPages(site, prompt, []).rows.map(({ page }) => page.path)).toEqual([path]);
});

it.each([
  ["Extend the custom theme page.", "docs/custom-theme.md"],
  ["Fix the page about LLM presets.", "docs/llm-presets.md"],
  ["Shorten the Pro plans page.", "docs/plans/pro.md"],
  ["Extend the customisation guide.", "docs/customization.md"],
  ["Extend the internationalisation guide.", "docs/i18n.md"],
  ["Shorten the RTF page.", "docs/formats.md"],
  ["Shorten the FTP page.", "docs/file-transfer-protocol.md"],
])("lists first the page that %j calls by name", async (prompt, path) => {
  const others = Array.from({ length: 12 }, (_, n) => [
    `docs/other-${n}.md`,
    `# Custom plans ${n}\n\n## About the page\n\n## A theme guide\n\n## Presets\n`,
  ]);
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/index.md": "# Start\n",
    "docs/custom-theme.md": "# Looks\n",
    "docs/llm-presets.md": "# Presets\n",
    "docs/plans/pro.md": "# Services\n",
    "docs/customization.md": "# Looks of your own\n",
    "docs/i18n.md": "# Languages\n",
    "docs/formats.md": "# Rich text formats\n",
    "docs/file-transfer-protocol.md": "# Uploads\n",
    ...Object.fromEntries(others),
  });
  const { rows, total } = likelyPages(site, prompt, []);
  // "Rich text formats" and "file-transfer-protocol" have these initials.
  expect(rows[0]?.page.path).toBe(path);
  expect(total).toBeGreaterThanOrEqual(rows.length);
});

it("puts the translations and versions of a page into one row, and counts the rows that do not fit", async () => {
  const folders = ["", "es/", "fr/", "v1/", "v2/", "v3/", "fr/v1/"];
  const pages = folders.flatMap((folder) => [
    [`${folder}index.mdx`, "# Start\n"],
    [`${folder}retry-policy.mdx`, "# Retries\n"],
  ]);
  const many = Array.from({ length: 20 }, (_, n) => [`other/retry-${n}.mdx`, "# Retry policies\n"]);
  const site = await siteFrom({
    "docs.json": '{"navigation":{"pages":["index"]}}',
    ...Object.fromEntries([...pages, ...many]),
  });
  const { rows, total } = likelyPages(site, "Explain the retry policy.", []);
  expect(total).toBe(21);
  expect(rowLine(rows[0] as PageRow)).toBe(
    "- retry-policy.mdx “Retries” (also in es, fr, 3 versions v1–v3, 1 other edition)",
  );
  expect(rows.filter(({ page }) => page.path.endsWith("retry-policy.mdx"))).toHaveLength(1);
});

it("leaves out weak matches next to a page that matches far better", async () => {
  const site = await siteFrom({
    "mkdocs.yml": "site_name: Acme\n",
    "docs/custom-theme.md": "# Custom theme\n\n## Theme colors\n",
    "docs/looks.md": "# Looks\n\n## Custom colors\n\n## A theme of colors and fonts\n",
    "docs/fonts.md": "# Theme fonts\n",
  });
  const found = (prompt: string) => likelyPages(site, prompt, []).rows.map(({ page }) => page.path);
  expect(found("Extend the custom theme page.")).toEqual(["docs/custom-theme.md"]);
  expect(found("Say more about fonts and colors.")).toEqual(["docs/fonts.md"]);
});
