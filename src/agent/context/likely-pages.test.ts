import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { likelyPages, quotedIn } from "./likely-pages.ts";

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
  expect(likelyPages(site, prompt, []).map((page) => page.path)).toEqual([path]);
});

it.each([
  ["The repository Acme/skills is now Acme/extensions.", ["Acme/skills", "Acme/extensions"]],
  ["Change `--all` and/or the setting max_size.", ["--all", "max_size"]],
])("reads the names in %j", (prompt, names) => {
  expect(quotedIn(prompt).toSorted()).toEqual(names.toSorted());
});
