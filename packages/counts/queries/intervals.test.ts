import { expect, test } from "vitest";
import { CountsError } from "../errors.ts";
import { intervalStarts } from "./intervals.ts";

const at = (text: string) => Date.parse(text);
const starts = (interval: "hour" | "day" | "week" | "month", timeZone: string, from: string, to: string) =>
  intervalStarts({ interval, timeZone }, { fromMs: at(from), toMs: at(to) }).map((ms) =>
    new Date(ms).toISOString().replace(":00.000Z", "Z"),
  );

test("includes the whole of an interval that the range only partly covers, and ends the list with the end of the last interval", () => {
  expect(starts("day", "UTC", "2026-02-27T13:00Z", "2026-03-01T01:00Z")).toEqual([
    "2026-02-27T00:00Z",
    "2026-02-28T00:00Z",
    "2026-03-01T00:00Z",
    "2026-03-02T00:00Z",
  ]);
  expect(starts("day", "UTC", "2026-02-27T00:00Z", "2026-02-28T00:00Z")).toEqual([
    "2026-02-27T00:00Z",
    "2026-02-28T00:00Z",
  ]);
});

test("weeks begin on Monday, months begin on the first, and leap days count", () => {
  expect(starts("week", "UTC", "2026-11-21T00:00Z", "2026-11-24T00:00Z")).toEqual([
    "2026-11-16T00:00Z",
    "2026-11-23T00:00Z",
    "2026-11-30T00:00Z",
  ]);
  expect(starts("month", "UTC", "2024-02-29T00:00Z", "2024-03-01T00:00Z")).toEqual([
    "2024-02-01T00:00Z",
    "2024-03-01T00:00Z",
  ]);
});

test("in a zone 5:45 ahead of UTC, days begin at 18:15 UTC and hours at a quarter past", () => {
  expect(starts("day", "Asia/Kathmandu", "2026-01-01T18:15Z", "2026-01-02T18:15Z")).toEqual([
    "2026-01-01T18:15Z",
    "2026-01-02T18:15Z",
  ]);
  expect(starts("hour", "Asia/Kathmandu", "2026-01-01T18:20Z", "2026-01-01T19:20Z")).toEqual([
    "2026-01-01T18:15Z",
    "2026-01-01T19:15Z",
    "2026-01-01T20:15Z",
  ]);
});

test("a day has 23 hours when summer time begins, and 25 when it ends", () => {
  const march = starts("hour", "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-29T22:00Z");
  expect(march).toHaveLength(24);
  expect(starts("hour", "Europe/Berlin", "2026-10-24T22:00Z", "2026-10-25T23:00Z")).toHaveLength(26);
  expect(starts("day", "Europe/Berlin", "2026-03-28T23:00Z", "2026-03-30T00:00Z")).toEqual([
    "2026-03-28T23:00Z",
    "2026-03-29T22:00Z",
    "2026-03-30T22:00Z",
  ]);
});

test("the last hour ends with the range, even if the clock changes at that time", () => {
  expect(starts("hour", "America/New_York", "2026-03-08T06:20Z", "2026-03-08T07:00Z")).toEqual([
    "2026-03-08T06:00Z",
    "2026-03-08T07:00Z",
  ]);
});

test("a day whose midnight is skipped begins right after the clock change", () => {
  // Santiago, 2025-09-07: 24:00 is 01:00 of the new day.
  expect(starts("day", "America/Santiago", "2025-09-06T12:00Z", "2025-09-07T12:00Z")).toEqual([
    "2025-09-06T04:00Z",
    "2025-09-07T04:00Z",
    "2025-09-08T03:00Z",
  ]);
});

test("a day with two midnights begins at the first", () => {
  // Santiago, 2026-04-04: at 24:00 it is 23:00 again.
  expect(starts("day", "America/Santiago", "2026-04-04T12:00Z", "2026-04-05T12:00Z")).toEqual([
    "2026-04-04T03:00Z",
    "2026-04-05T04:00Z",
    "2026-04-06T04:00Z",
  ]);
});

test("an hour has thirty minutes when the clock goes back by half an hour", () => {
  // Lord Howe, 2026-04-05: 02:00 (+11) is 01:30 (+10:30), 15:00 UTC.
  expect(starts("hour", "Australia/Lord_Howe", "2026-04-04T14:00Z", "2026-04-04T16:00Z")).toEqual([
    "2026-04-04T14:00Z",
    "2026-04-04T15:00Z",
    "2026-04-04T15:30Z",
    "2026-04-04T16:30Z",
  ]);
});

test("rejects too many intervals at once, even over ten thousand years", () => {
  const range = { fromMs: at("0001-01-01T00:00Z"), toMs: at("9999-12-31T00:00Z") };
  for (const interval of ["hour", "day", "week"] as const)
    expect(() => intervalStarts({ interval, timeZone: "Europe/Berlin" }, range)).toThrow(CountsError);
  expect(() => intervalStarts({ interval: "month", timeZone: "UTC" }, range)).toThrow(CountsError);
});

test("rejects an unknown time zone", () => {
  expect(() => starts("day", "Mars/Olympus", "2026-01-01T00:00Z", "2026-01-02T00:00Z")).toThrow(CountsError);
});
