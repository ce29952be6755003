import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { listNext, parseSchedule } from "./schedule.ts";

const now = Date.parse("2026-01-01T00:00:00Z");
const day = 86_400_000;
const zones = [
  "UTC",
  "Europe/Berlin",
  "America/New_York",
  "Asia/Kolkata",
  "Australia/Lord_Howe",
  "Pacific/Chatham",
];

/** Calculates the local time independently of the parser, with the platform's calendar. */
function localTime(at: number, timeZone: string): { date: string; minutes: number } {
  const parts = new Intl.DateTimeFormat("en-CA", {
    ...{ timeZone, hourCycle: "h23", year: "numeric", month: "2-digit", day: "2-digit" },
    ...{ hour: "2-digit", minute: "2-digit" },
  }).formatToParts(at);
  const of = (type: string) => parts.find((part) => part.type === type)?.value ?? "";
  return {
    date: `${of("year")}-${of("month")}-${of("day")}`,
    minutes: Number(of("hour")) * 60 + Number(of("minute")),
  };
}

it("lists the next due times across a clock change", () => {
  // Berlin goes from UTC+1 to UTC+2 on 29 March 2026, a Sunday.
  const nowMs = Date.parse("2026-03-27T12:00:00Z");
  const times = listNext("30 9 * * 1-5", "Europe/Berlin", { nowMs, count: 3 });
  expect(times.map((at) => new Date(at).toISOString())).toEqual([
    "2026-03-30T07:30:00.000Z",
    "2026-03-31T07:30:00.000Z",
    "2026-04-01T07:30:00.000Z",
  ]);
  expect(() => listNext("* * * * *", "UTC", { nowMs, count: 3 })).toThrow("more often");
});

describe("a daily schedule", () => {
  it("is due once per local day, at its time or, if a clock change skips that time, up to two hours later", () => {
    const time = fc.record({
      ...{ hour: fc.integer({ min: 0, max: 23 }), minute: fc.integer({ min: 0, max: 59 }) },
      ...{ zone: fc.constantFrom(...zones), from: fc.integer({ min: 0, max: 360 }) },
    });
    fc.assert(
      fc.property(time, ({ hour, minute, zone, from }) => {
        const schedule = parseSchedule(`${minute} ${hour} * * *`, zone, now);
        let at = schedule.next(now + from * day) ?? 0;
        let last = localTime(at, zone).date;
        for (let n = 0; n < 10; n++) {
          at = schedule.next(at) ?? 0;
          const local = localTime(at, zone);
          expect(Date.parse(local.date) - Date.parse(last)).toBe(day);
          expect(local.minutes).toBeGreaterThanOrEqual(hour * 60 + minute);
          expect(local.minutes - (hour * 60 + minute)).toBeLessThanOrEqual(120);
          last = local.date;
        }
      }),
    );
  });
});

describe("a schedule", () => {
  it.each([
    ["0 9 * * 1", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-30T07:00:00.000Z"],
    ["0 9 * * 1", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-26T08:00:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-03-28T12:00:00Z", "2026-03-29T01:00:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-10-24T12:00:00Z", "2026-10-25T00:30:00.000Z"],
    ["30 2 * * *", "Europe/Berlin", "2026-10-25T00:30:00Z", "2026-10-26T01:30:00.000Z"],
    ["0 0 29 2 *", "UTC", "2026-03-01T00:00:00Z", "2028-02-29T00:00:00.000Z"],
  ])("%s in %s after %s is due at %s", (cron, zone, after, due) => {
    const next = parseSchedule(cron, zone, now).next(Date.parse(after));
    expect(new Date(next ?? 0).toISOString()).toBe(due);
  });

  it.each(["*/4 * * * *", "0,2 9 * * *", "* * * * *", "0 0 31 2 *", "", "@yearly x", "0 9 * * 9"])(
    "rejects %j",
    (cron) => {
      expect(() => parseSchedule(cron, "UTC", now)).toThrow(RangeError);
    },
  );
});
