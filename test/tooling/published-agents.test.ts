import { expect, test } from "vitest";
import { examplesOf } from "../../scripts/agents/examples-of.ts";
import { isOpen, productNameOf } from "../../scripts/agents/halves.ts";

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

test.each([
  ["AcmeBot/1.0 (+https://example.com/bot)", "AcmeBot"],
  ["Mozilla/5.0 (compatible; AcmeBot/1.0; +https://example.com/bot)", "AcmeBot"],
  ["Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; acme-bot 2.0)", "acme-bot"],
  ["Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Acme/2", "Acme"],
  ["Mozilla/5.0 (iPhone) Version/8.0 Safari/600.1 (Acmebot/0.1; +http://example.com)", "Acmebot"],
  ["Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36", "Chrome"],
  ["acme-user (acme-code/2.1)", "acme-user"],
])("%s is a user agent of %s", (userAgent, name) => {
  expect(productNameOf(userAgent)).toBe(name);
});

test("all user agents of a product are in the same half of the lists, and both halves are equally large", () => {
  for (const name of ["GPTBot", "ClaudeBot", "CCBot", "Bytespider"]) {
    const userAgents = [
      name,
      `${name.toLowerCase()}/2.0`,
      `Mozilla/5.0 (compatible; ${name}/1.0; +https://example.com/${Math.random()})`,
    ];
    expect(new Set(userAgents.map(productNameOf).map(isOpen)).size, name).toBe(1);
  }
  const names = Array.from({ length: 1000 }, (_, i) => `name${i}`);
  expect(names.filter(isOpen).length).toBeGreaterThan(400);
  expect(names.filter(isOpen).length).toBeLessThan(600);
});
