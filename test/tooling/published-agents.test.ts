import { expect, test } from "vitest";
import { examplesOf } from "../../scripts/agents/examples-of.ts";
import { isOpen } from "../../scripts/agents/published-lists.ts";

test.each([
  ["AcmeBot", ["AcmeBot"]],
  ["Acme ?(?:Bot|Spider)/\\d+\\.\\d", ["Acme Bot/1.1", "Acme Spider/1.1"]],
  ["^acme|example\\.com", ["acme", "example.com"]],
  ["Acme[ -]Bot(?!Old)", ["Acme Bot"]],
  ["(?:Old )?Acme.*Bot{2}", ["AcmexBott"]],
  ["a(?=c)b", []],
])("%s matches the examples %j", (pattern, examples) => {
  expect(examplesOf(pattern)).toEqual(examples);
});

test("all spellings of a name are in the same half of the lists", () => {
  for (const name of ["GPTBot", "ClaudeBot", "CCBot", "Bytespider"])
    expect(new Set([name, name.toLowerCase(), `${name}\\/`, `${name} `].map(isOpen)).size).toBe(1);
  const names = Array.from({ length: 1000 }, (_, i) => `name${i}`);
  expect(names.filter(isOpen).length).toBeGreaterThan(400);
  expect(names.filter(isOpen).length).toBeLessThan(600);
});
