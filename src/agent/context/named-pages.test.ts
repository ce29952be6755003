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
  "docs/cloud.md": "# Acme Cloud\n",
  "docs/regions.md": "# Data regions\n",
  ...Object.fromEntries(
    Array.from({ length: 10 }, (_, n) => [`docs/part-${n}.md`, `# Part ${n}\n\nAcme Cloud does it.\n`]),
  ),
};

it.each([
  ["Extend access-keys with an example.", ["docs/team-access-keys.md"]],
  ["Extend the page “Access keys”.", ["docs/team-access-keys.md"]],
  ["Rewrite First steps, please.", ["docs/first-steps.md"]],
  ["Rewrite first-steps.", ["docs/first-steps.md"]],
  ["Rewrite everything in docs/.", []],
  ["Rewrite quick-tour.", []],
  ["Rewrite and-tricks-more.", []],
  ["Say which Data regions we have.", ["docs/regions.md"]],
  ["Document budgets for Acme Cloud organizations.", []],
  ["Extend the Acme Cloud page.", ["docs/cloud.md"]],
  ["Extend “Acme Cloud”.", ["docs/cloud.md"]],
])(
  "finds the pages that %j means, despite emoji and prefixes, but not a product that many pages mention",
  async (prompt, paths) => {
    expect(namedPages(await siteFrom(files), prompt).map(({ path }) => path)).toEqual(paths);
  },
);
