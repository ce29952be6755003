import { expect, test } from "vitest";
import * as classifier from "#classifier";
import * as counts from "#counts";
import * as logs from "#logs";
import * as readerEvents from "#reader-events";
import { limits } from "../limits.ts";

test("every classified client can be stored and counted", () => {
  expect(classifier.aiCategories).toEqual(counts.aiCategories);
  expect(classifier.limits.userAgentCharsMax).toBe(counts.limits.userAgentCharsMax);
  expect(classifier.limits.signalsCharsMax).toBe(counts.limits.signalsCharsMax);
});

test("a batch of logged requests can be stored at once", () => {
  expect(logs.limits.batchRequestsMax).toBeLessThanOrEqual(counts.limits.batchEventsMax);
});

test("unknown clients have the same names when they are classified as when they are counted", () => {
  expect(counts.unknownNames).toMatchObject(classifier.unknownNames);
});

test("the same limits apply to reader events as to views", () => {
  expect(readerEvents.limits.idKeepMs).toBe(counts.limits.idKeepMs);
  expect(readerEvents.limits.deletedPagesMax).toBe(counts.limits.deletedPagesMax);
  expect(readerEvents.limits.targetCharsMax).toBe(limits.collect.targetCharsMax);
});
