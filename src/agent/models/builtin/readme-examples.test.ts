import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { parseInstructions } from "#instructions";

describe("examples in the README", () => {
  const readme = readFileSync(new URL("../../../../README.md", import.meta.url), "utf8");
  const table = readme.slice(readme.indexOf("### What the built-in editor understands"));
  const examples = [...table.slice(0, table.slice(1).search(/\n##/u)).matchAll(/\| `([^`]+)` \|$/gm)].map(
    (match) => match[1] ?? "",
  );
  test("cover each kind of instruction", () => expect(examples.length).toBeGreaterThanOrEqual(9));
  for (const example of examples)
    test(example, () => {
      expect(parseInstructions(example).map((part) => part.instruction)).not.toContain(null);
    });
});
