import { expect, test } from "vitest";
import { daysOf, previousRange, readRange } from "./range.ts";

const read = (query: string) => readRange(new URLSearchParams(query), "2026-03-02");

test.each([
  ["", { id: "30d", from: "2026-02-01", to: "2026-03-03", interval: "day" }],
  ["range=today", { id: "today", from: "2026-03-02", to: "2026-03-03", interval: "hour" }],
  ["range=7d", { id: "7d", from: "2026-02-24", to: "2026-03-03", interval: "day" }],
  ["range=all", { id: "all", from: null, to: null, interval: "month" }],
  ["range=nonsense", { id: "30d", from: "2026-02-01", to: "2026-03-03", interval: "day" }],
  ["range=toString", { id: "30d", from: "2026-02-01", to: "2026-03-03", interval: "day" }],
  [
    "range=custom&from=2024-02-28&to=2024-02-29",
    { id: "custom", from: "2024-02-28", to: "2024-03-01", interval: "hour" },
  ],
  [
    "range=custom&from=2025-01-01&to=2025-12-31",
    { id: "custom", from: "2025-01-01", to: "2026-01-01", interval: "month" },
  ],
  [
    "range=custom&from=2026-02-30&to=2026-03-01",
    { id: "custom", from: "2026-02-01", to: "2026-03-03", interval: "day" },
  ],
  [
    "range=custom&from=2026-03-02&to=2026-03-01",
    { id: "custom", from: "2026-02-01", to: "2026-03-03", interval: "day" },
  ],
])("%s", (query, expected) => {
  expect(read(query)).toEqual(expected);
});

test("the previous range has the same length and ends where the range starts", () => {
  expect(previousRange(read("range=7d"))).toMatchObject({ from: "2026-02-17", to: "2026-02-24" });
  expect(previousRange(read("range=all"))).toBeNull();
});

test.each([
  ["range=7d", { from: "2026-02-24", to: "2026-03-02" }],
  ["range=custom&from=2024-02-28&to=2024-02-29", { from: "2024-02-28", to: "2024-02-29" }],
  ["range=all", { from: "2026-02-01", to: "2026-03-02" }],
])("%s becomes a custom range of the same days", (query, days) => {
  expect(daysOf(read(query), "2026-03-02")).toEqual(days);
});
