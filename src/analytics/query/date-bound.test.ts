import fc from "fast-check";
import { describe, expect, it, test } from "vitest";
import { boundMs, parseDateBound } from "./date-bound.ts";

/** Returns the milliseconds of a bound in a time zone, or null. */
function read(text: string, timeZone = "UTC"): number | null {
  const bound = parseDateBound(text);
  return bound === null ? null : boundMs(bound, timeZone);
}

describe("a bound of a range (R11)", () => {
  test.each([
    // Calendar days, including some in the first and last years.
    ["1970-01-01", 0],
    ["2026-01-31", Date.parse("2026-01-31T00:00:00.000Z")],
    ["2024-02-29", Date.parse("2024-02-29T00:00:00.000Z")],
    ["2000-02-29", Date.parse("2000-02-29T00:00:00.000Z")],
    ["0001-01-01", -62_135_596_800_000],
    ["0099-12-31", Date.parse("0099-12-31T00:00:00.000Z")],
    ["9999-12-31", Date.parse("9999-12-31T00:00:00.000Z")],
    // Times, in UTC if there is no offset.
    ["2026-01-31T12:30", Date.parse("2026-01-31T12:30:00.000Z")],
    ["2026-01-31T12:30:15", Date.parse("2026-01-31T12:30:15.000Z")],
    ["2026-01-31T12:30:15Z", Date.parse("2026-01-31T12:30:15.000Z")],
    ["2026-01-31T12:30Z", Date.parse("2026-01-31T12:30:00.000Z")],
    ["2026-01-31T12:30:15.5Z", Date.parse("2026-01-31T12:30:15.500Z")],
    ["2026-01-31T12:30:15,25", Date.parse("2026-01-31T12:30:15.250Z")],
    // Offsets, with and without a colon, and with a plus that was decoded to a space.
    ["2026-01-31T12:30:15+01:00", Date.parse("2026-01-31T11:30:15.000Z")],
    ["2026-01-31T12:30:15+0545", Date.parse("2026-01-31T06:45:15.000Z")],
    ["2026-01-31T12:30-08:00", Date.parse("2026-01-31T20:30:00.000Z")],
    ["2026-01-31T12:30:15.123-00:00", Date.parse("2026-01-31T12:30:15.123Z")],
    ["2026-01-31T12:30:15 01:00", Date.parse("2026-01-31T11:30:15.000Z")],
    ["2026-01-31T12:30 0545", Date.parse("2026-01-31T06:45:00.000Z")],
    ["2026-01-31T00:00+23:59", Date.parse("2026-01-30T00:01:00.000Z")],
    // The end of a day is the beginning of the next one.
    ["2026-12-31T24:00:00", Date.parse("2027-01-01T00:00:00.000Z")],
    ["2026-02-28T24:00", Date.parse("2026-03-01T00:00:00.000Z")],
    ["2026-02-28T24:00:00.000Z", Date.parse("2026-03-01T00:00:00.000Z")],
    ["2026-02-28T24:00:00+01:00", Date.parse("2026-02-28T23:00:00.000Z")],
    ["9999-12-31T24:00:00", Date.parse("9999-12-31T23:59:59.999Z") + 1],
    // Fractions of a millisecond round up.
    ["2026-01-31T12:30:15.0001", Date.parse("2026-01-31T12:30:15.001Z")],
    ["2026-01-31T12:30:15.1230", Date.parse("2026-01-31T12:30:15.123Z")],
    ["2026-01-31T23:59:59.99900000000001", Date.parse("2026-02-01T00:00:00.000Z")],
    [`2026-01-31T12:30:15.${"0".repeat(400)}1`, Date.parse("2026-01-31T12:30:15.001Z")],
  ])("%s is accepted", (text, ms) => {
    expect(read(text)).toBe(ms);
  });

  test.each([
    "",
    " ",
    "2026",
    "2026-01",
    "20260131",
    "2026-1-31",
    "2026-00-10",
    "2026-13-01",
    "2026-01-00",
    "2026-01-32",
    "2026-02-29",
    "2026-02-30",
    "1900-02-29",
    "2026-04-31",
    "0000-01-01",
    "-001-01-01",
    "+002026-01-01",
    "10000-01-01",
    "2026-01-31T",
    "2026-01-31T12",
    "2026-01-31T12:",
    "2026-01-31T1230",
    "2026-01-31T12:60",
    "2026-01-31T12:30:60",
    "2016-12-31T23:59:60Z",
    "2026-01-31T25:00",
    "2026-01-31T24:00:01",
    "2026-01-31T24:01",
    "2026-01-31T24:00:00.001",
    "2026-01-31T24:00:00.0000001",
    "2026-01-31T12:30:15.",
    "2026-01-31T12:30.5",
    "2026-01-31t12:30:15z",
    "2026-01-31 12:30:15",
    "2026-01-31T12:30:15z",
    "2026-01-31T12:30:15+1",
    "2026-01-31T12:30:15+01",
    "2026-01-31T12:30:15+24:00",
    "2026-01-31T12:30:15+01:60",
    "2026-01-31T12:30:15+01:00:00",
    "2026-01-31T12:30:15  01:00",
    "2026-01-31T12:30:15Z+01:00",
    "2026-01-31T12:30:15[Europe/Berlin]",
    "2026-01-31Z",
    "2026-01-31+01:00",
    " 2026-01-31",
    "2026-01-31\n",
    "２０２６-01-31",
    "today",
    "1769817600",
    "null",
  ])("%j is rejected", (text) => {
    expect(read(text)).toBeNull();
  });

  it("uses the query's time zone only for days without a time (R43)", () => {
    expect(read("2026-07-01", "Europe/Berlin")).toBe(Date.parse("2026-06-30T22:00:00.000Z"));
    expect(read("2026-01-01", "Asia/Kathmandu")).toBe(Date.parse("2025-12-31T18:15:00.000Z"));
    // The clock went from 23:59:59 to 01:00:00, so the day had no midnight.
    expect(read("2022-03-27", "Asia/Beirut")).toBe(Date.parse("2022-03-26T22:00:00.000Z"));
    // A skipped day begins at the same time as the next day.
    expect(read("2011-12-30", "Pacific/Apia")).toBe(Date.parse("2011-12-30T10:00:00.000Z"));
    expect(read("2026-07-01T00:00", "Europe/Berlin")).toBe(Date.parse("2026-07-01T00:00:00.000Z"));
    for (const zone of ["Europe/Berlin", "Pacific/Apia"]) {
      expect(read("0001-01-01", zone)).toBeLessThan(0);
      expect(read("9999-12-31", zone)).toBeGreaterThan(Date.UTC(9999, 11, 30));
    }
  });

  it("is the first millisecond at or after the given time, and null if the time does not exist", () => {
    const twoDigits = (max: number) => fc.integer({ min: 0, max }).map((number) => pad(number, 2));
    const written = fc.record({
      year: fc.oneof(fc.integer({ min: 0, max: 9999 }), fc.constantFrom(1, 4, 99, 100, 1900, 2000, 2024)),
      month: fc.integer({ min: 0, max: 13 }),
      day: fc.oneof(fc.integer({ min: 0, max: 32 }), fc.constantFrom(28, 29, 30, 31)),
      time: fc.option(
        fc.record({
          hour: fc.integer({ min: 0, max: 25 }),
          minute: fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 61 })),
          second: fc.option(fc.oneof(fc.constant(0), fc.integer({ min: 0, max: 61 }))),
          fraction: fc.option(fc.stringMatching(/^[.,][0-9]{1,12}$/u)),
          offset: fc.oneof(
            fc.constantFrom("", "Z"),
            fc
              .tuple(fc.constantFrom("+", "-", " "), twoDigits(25), fc.constantFrom(":", ""), twoDigits(61))
              .map((parts) => parts.join("")),
          ),
        }),
      ),
    });
    fc.assert(
      fc.property(written, ({ year, month, day, time }) => {
        const date = `${pad(year, 4)}-${pad(month, 2)}-${pad(day, 2)}`;
        if (time === null) {
          expect(read(date)).toBe(expected({ year, month, day }));
          return;
        }
        const seconds = time.second === null ? "" : `:${pad(time.second, 2)}${time.fraction ?? ""}`;
        const clock = `${pad(time.hour, 2)}:${pad(time.minute, 2)}${seconds}`;
        const fraction = time.second === null ? "" : (time.fraction ?? "").slice(1);
        const parts = { year, month, day, ...time, second: time.second ?? 0, fraction };
        expect(read(`${date}T${clock}${time.offset}`)).toBe(expected(parts));
      }),
      { numRuns: 20_000 },
    );
  });
});

const pad = (number: number, digits: number): string => String(number).padStart(digits, "0");

/**
 * Computes the bound independently: counts the days of all previous years and months, then whole attoseconds, so that
 * rounding happens only at the end. Null if a part is out of range.
 */
function expected(parts: {
  year: number;
  month: number;
  day: number;
  hour?: number;
  minute?: number;
  second?: number;
  fraction?: string;
  offset?: string;
}): number | null {
  const { year, month, day, hour = 0, minute = 0, second = 0, fraction = "", offset = "" } = parts;
  const isLeap = (of: number) => of % 4 === 0 && (of % 100 !== 0 || of % 400 === 0);
  const lengths = [31, isLeap(year) ? 29 : 28, 31, 30, 31, 30, 31, 31, 30, 31, 30, 31];
  const inMonth = lengths[month - 1];
  if (year < 1 || inMonth === undefined || day < 1 || day > inMonth) return null;
  const isEnd = hour === 24 && minute === 0 && second === 0 && BigInt(fraction || 0) === 0n;
  if ((hour > 23 && !isEnd) || minute > 59 || second > 59) return null;
  let offsetMinutes = 0;
  if (offset !== "" && offset !== "Z") {
    const [hours, minutes] = [Number(offset.slice(1, 3)), Number(offset.slice(-2))];
    if (hours > 23 || minutes > 59) return null;
    offsetMinutes = (offset.startsWith("-") ? -1 : 1) * (hours * 60 + minutes);
  }
  let days = -719_162; // From 0001-01-01 to 1970-01-01.
  const before = year - 1;
  days += before * 365 + Math.floor(before / 4) - Math.floor(before / 100) + Math.floor(before / 400);
  for (const length of lengths.slice(0, month - 1)) days += length;
  days += day - 1;
  const seconds = BigInt(days) * 86_400n + BigInt((hour * 60 + minute - offsetMinutes) * 60 + second);
  const atto = seconds * 10n ** 18n + BigInt(fraction.padEnd(18, "0"));
  const perMs = 10n ** 15n;
  const floor = atto / perMs - (atto % perMs < 0n ? 1n : 0n);
  return Number(floor * perMs === atto ? floor : floor + 1n);
}
