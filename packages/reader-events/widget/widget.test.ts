import { Script } from "node:vm";
import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { feedbackWidget, pagePath } from "./widget.ts";

test("R70: the widget takes at most 2 kB gzipped", () => {
  expect(gzipSync(feedbackWidget, { level: 9 }).length).toBeLessThanOrEqual(limits.widgetGzipBytesMax);
});

test("R70: the widget stores nothing, and writes no markup", () => {
  for (const name of [
    "cookie",
    "localStorage",
    "sessionStorage",
    "indexedDB",
    "innerHTML",
    "outerHTML",
    "eval",
  ])
    expect(feedbackWidget).not.toContain(name);
});

test.each([
  ["https://docs.example/guide?x=1#top", false, "/guide"],
  ["https://docs.example/#/guide", false, "/"],
  ["https://docs.example/#/guide", true, "/guide"],
  ["https://docs.example/#!/guide?x=1", true, "/guide"],
  ["https://docs.example/docs/?v=2#/guide/a", true, "/docs/guide/a"],
  ["https://docs.example/guide#top", true, "/guide"],
])("R70: the path of %s, with data-hash: %s, is %s", (location, hasHash, path) => {
  const document = { querySelector: () => (hasHash ? {} : null) };
  expect(new Script(`let ${pagePath};L()`).runInNewContext({ location, document, URL })).toBe(path);
  expect(() => new Script(feedbackWidget)).not.toThrow();
});
