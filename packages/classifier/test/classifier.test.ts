import { describe, expect, test } from "vitest";
import { createClassifier } from "../index.ts";
import {
  answerOf,
  type Judged,
  kindOf,
  readLabelled,
  readSources,
  scoresOf,
} from "./support/labelled-user-agents.ts";

const labelled = readLabelled();
const classifier = createClassifier();
const judged: readonly Judged[] = labelled.map((one) => {
  const { classification } = classifier.classify({
    source: "log",
    userAgent: one.userAgent,
    headers: one.accept === null ? null : { accept: one.accept },
    ip: null,
    method: "GET",
    path: "/guides/start",
    authority: null,
    timeMs: Date.UTC(2026, 10, 1),
  });
  return { ...one, answer: answerOf(classification) };
});

describe("the labeled user agents", () => {
  test("include at least 400 unique entries, each with a source", () => {
    expect(labelled.length).toBeGreaterThanOrEqual(400);
    const keys = labelled.map(({ userAgent, accept }) => `${userAgent}\t${accept}`);
    expect(keys.filter((key, index) => keys.indexOf(key) !== index)).toEqual([]);
    const sources = readSources();
    expect(labelled.filter(({ source }) => !Object.hasOwn(sources, source))).toEqual([]);
    expect(Object.keys(sources).filter((key) => labelled.every(({ source }) => source !== key))).toEqual([]);
  });

  // The measured values are a few points higher. `npm run bench -- classifier` prints them and all misclassifications.
  test.each([
    ["human", 0.95, 0.9],
    ["ai", 0.98, 0.85],
    ["bot", 0.85, 0.97],
  ])("%s: precision at least %d, recall at least %d", (kind, precision, recall) => {
    const score = scoresOf(judged, kindOf).find(({ category }) => category === kind);
    expect(score?.precision).toBeGreaterThanOrEqual(precision);
    expect(score?.recall).toBeGreaterThanOrEqual(recall);
  });

  test.each([
    ["training", 0.85],
    ["search", 0.9],
    ["assistant", 0.7],
    ["coding_agent", 0.85],
    ["browser_agent", 0.95],
    ["mcp", 0.95],
    ["markdown_client", 0.95],
  ])("%s: precision at least 0.95, recall at least %d", (category, recall) => {
    const score = scoresOf(judged, (label) => (label === "bot" ? null : label)).find(
      (one) => one.category === category,
    );
    expect(score?.precision).toBeGreaterThanOrEqual(0.95);
    expect(score?.recall).toBeGreaterThanOrEqual(recall);
  });

  test("classifies every current browser as human", () => {
    const today = judged.filter(({ source, label }) => source === "top-user-agents" && label === "human");
    expect(today.length).toBeGreaterThan(50);
    expect(today.filter(({ answer }) => answer !== "human")).toEqual([]);
  });
});

describe("scoresOf", () => {
  const one = (label: string, answer: string): Judged => ({
    label,
    answer,
    source: "",
    userAgent: "",
    accept: null,
  });
  test("follows the definitions of precision and recall", () => {
    // Two of the three classified as `a` are in fact `a`. Two of the four that are in fact `a` were classified as `a`.
    const some = [one("a", "a"), one("a", "a"), one("b", "a"), one("a", "b"), one("a", "c"), one("b", "b")];
    expect(scoresOf(some, (label) => label)).toEqual([
      { category: "a", labelled: 4, precision: 2 / 3, recall: 1 / 2 },
      { category: "b", labelled: 2, precision: 1 / 2, recall: 1 / 2 },
    ]);
  });
});
