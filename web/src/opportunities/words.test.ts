import { expect, it } from "vitest";
import { type Evidence, evidenceInWords, kindOf } from "./words.ts";

const opportunity = { people: 9, agents: 1, total: 10 };
const site = (referrer: string) => ({ referrer, human: 1, ai: 0, total: 1 });

it.each<["redirect" | "feedback" | "search", Evidence, string]>([
  [
    "redirect",
    { suggestion: { path: "/b", reason: "renamed" }, referrers: [site("forum.example"), site("b.example")] },
    "9 people and 1 AI agent got a 404, mostly from forum.example · The page was renamed",
  ],
  [
    "redirect",
    { suggestion: { path: "/b", reason: "another" }, referrers: [] },
    "9 people and 1 AI agent got a 404",
  ],
  ["feedback", { thumbsUp: 2, thumbsDown: 9, comments: ["It fails."] }, "9 of 11 votes negative · 1 comment"],
  ["feedback", { thumbsUp: 0, thumbsDown: 1200, comments: [] }, "1,200 of 1,200 votes negative"],
  ["search", { searchQuery: "deploy" }, "10 searches, no result opened"],
])("describes the evidence of %s %#", (kind, evidence, words) => {
  expect(evidenceInWords({ ...opportunity, kind }, evidence)).toBe(words);
});

it("omits visitors of a kind that there are none of", () => {
  const of = (people: number, agents: number) =>
    evidenceInWords({ ...opportunity, kind: "redirect", people, agents }, {});
  expect([of(1, 0), of(0, 2), of(0, 0)]).toEqual([
    "1 person got a 404",
    "2 AI agents got a 404",
    "Nobody got a 404",
  ]);
});

it("shows kinds that a newer service adds", () => {
  expect(kindOf("another")).toEqual({
    ...{ id: "another", label: "another", plural: "another" },
    unit: ["visitor", "visitors"],
  });
});
