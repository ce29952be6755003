import type { Planted } from "./plantings.ts";

const test = `import { describe, expect, it, test } from "vitest";
describe("a key", () => {
  describe("of a project", () => {
    it.each([1])("is %s, and $name is listed", () => undefined);
  });
});
test.each([1])("$name", () => undefined);
it(\`after \${2} kills, nothing is lost\`, () => undefined);
expect("a key is shown").toBe("");
`;
const table = (...rows: string[]) => ["| promise | tests |", "| --- | --- |", ...rows, ""].join("\n");

const plantedTest = "test/x.test.ts";

/** Citations that are correct. */
export const citations = {
  [plantedTest]: test,
  "SECURITY.md": `${[
    "[is %s, and $name is listed](test/x.test.ts)",
    "[is hidden, and each of them is listed](test/x.test.ts)",
    "[a key of a project is hidden, and one\n  is listed](test/x.test.ts)",
    "[of a project](test/x.test.ts), [$name](./test/x.test.ts)",
    "[after 20 kills, nothing is lost](test/x.test.ts)",
    "[`test/x.test.ts`](test/x.test.ts), [the bench](test/x.bench.ts), [a site](https://a.example/x.ts)",
  ].join("\n")}\n\n${table("| A | [a key](test/x.test.ts) |")}\n| a | b |\n| --- | --- |\n| 1 | 2 |\n`,
  "docs/x.md": "[of a project](../test/x.test.ts)\n",
  "test/x.bench.ts": "export {};\n",
};

const missing = [
  {
    what: "a missing title",
    link: "[is written](test/x.test.ts)",
    says: /has no test with the title "is wr/u,
  },
  { what: "text that is not a title", link: "[a key is shown](test/x.test.ts)", says: /has no test/u },
  { what: "a title in the wrong group", link: "[$name a key](test/x.test.ts)", says: /has no test/u },
  { what: "a title that only fits a bare placeholder", link: "[x](test/x.test.ts)", says: /has no test/u },
  { what: "a missing file", link: "[a key](test/y.test.ts)", says: /y\.test\.ts does not exist/u },
  { what: "a missing bench", link: "[a key](test/y.bench.ts)", says: /y\.bench\.ts does not exist/u },
  { what: "missing code", link: "[`y.ts`](src/y.ts)", says: /src\/y\.ts does not exist/u },
];

/** Links to tests that don't exist. */
export const citationPlantings: readonly Planted[] = [
  ...missing.map(({ what, link, says }) => ({
    what: `a page that cites ${what}`,
    files: { [plantedTest]: test, "SECURITY.md": `# Security\n\n${link}\n` },
    at: "SECURITY.md:3 [cited-test]",
    says,
  })),
  {
    what: "a promise without a test",
    files: { [plantedTest]: test, "SECURITY.md": table("| A | [a key](test/x.test.ts) |", "| B | later |") },
    at: "SECURITY.md:4 [cited-test]",
    says: /Link to a test in this row/u,
  },
];
