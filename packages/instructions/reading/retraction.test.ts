import { expect, test } from "vitest";
import { parseInstructions } from "../parse-instructions.ts";

const kinds = (prompt: string) =>
  parseInstructions(prompt).map(({ instruction }) => instruction?.kind ?? null);

test.each([
  [
    "Tidy all descriptions... no wait, just set the description of guides/a to “All you need.”",
    ["setFrontmatter"],
  ],
  ["Delete guides/a.md. Forget it, rename guides/a.md to guides/b.md instead.", ["movePage"]],
  ["please archive... I mean delete guides/a.md", ["deletePage"]],
  ["Add the keyword seats... no, add `icon: star` to the frontmatter of guides/a", ["setFrontmatter"]],
])("an order is taken back: %s", (prompt, expected) => {
  expect(kinds(prompt)).toEqual(expected);
});

test.each([
  "Delete guides/a.md and guides/b.md. No wait, delete guides/c.md.",
  "Delete guides/a.md. No, rename guides/a.md to guides/b.md.",
])("it is unclear which order is taken back: %s", (prompt) => {
  expect(kinds(prompt)).toContain(null);
});
