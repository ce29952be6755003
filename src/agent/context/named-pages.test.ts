import { expect, it } from "vitest";
import { siteFrom } from "../../../packages/site/test/support/site.ts";
import { namedPages } from "./named-pages.ts";

const files = {
  "mkdocs.yml": "site_name: Acme\n",
  "docs/index.md": "# Start\n",
  "docs/team-access-keys.md": "# Access keys 🔑\n",
  "docs/first-steps.md": "# First steps 🚀✨\n",
  "docs/more/first-steps-again.md": "# Again\n",
  "docs/tips-and-tricks.md": "# Tips\n",
  "docs/old-quick-tour.md": "# Tour\n",
  "docs/new-quick-tour.md": "# Tour\n",
};

it.each([
  ["Extend access-keys with an example.", ["docs/team-access-keys.md"]],
  ["Extend the page “Access keys”.", ["docs/team-access-keys.md"]],
  ["Rewrite First steps, please.", ["docs/first-steps.md"]],
  ["Rewrite first-steps.", ["docs/first-steps.md"]],
  ["Rewrite everything in docs/.", []],
  ["Rewrite quick-tour.", []],
  ["Rewrite and-tricks-more.", []],
])("finds the pages that %j means, despite emoji and prefixes", async (prompt, paths) => {
  expect(namedPages(await siteFrom(files), prompt).map(({ path }) => path)).toEqual(paths);
});
