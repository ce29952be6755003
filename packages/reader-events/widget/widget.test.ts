import { gzipSync } from "node:zlib";
import { expect, test } from "vitest";
import { limits } from "../limits.ts";
import { feedbackWidget } from "./widget.ts";

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
