import { expect, it } from "vitest";
import { arrange, matches } from "./matches.ts";

const items = ["Jobs", "API keys", "Settings", "Merge pull request", "Theme: Dark", "All projects"].map(
  (label) => ({ group: label === "Theme: Dark" ? "Actions" : "Go to", label }),
);
const labels = (text: string) => matches(items, text).map(({ label }) => label);

it.each([
  ["", items.map(({ label }) => label)],
  ["api k", ["API keys"]],
  ["mpr", ["Merge pull request"]],
  ["DARK", ["Theme: Dark"]],
  ["merge req", ["Merge pull request"]],
  ["zzz", []],
])("finds %j by words, initials and letters in order", (text, expected) => {
  expect(labels(text)).toEqual(expected);
});

it("lists a better match first", () => {
  expect(labels("jobs")[0]).toBe("Jobs");
  expect(labels("pro")[0]).toBe("All projects");
});

it("keeps groups together, and lists jobs after the best group", () => {
  const [a, b, c] = ["A", "B", "A"].map((group, index) => ({ group, label: String(index) }));
  const job = { group: "Jobs", label: "job" };
  if (a === undefined || b === undefined || c === undefined) throw new Error("no items");
  expect(arrange([b, a, c], [job])).toEqual([b, job, a, c]);
  expect(arrange([], [job])).toEqual([job]);
});
