import fc from "fast-check";
import { expect, test } from "vitest";
import { parseAnyTime, parseIsoTime } from "./parse-time.ts";

test.each([
  ["2026-11-21", Date.UTC(2026, 10, 21)],
  ["2026-11-21T09:30", Date.UTC(2026, 10, 21, 9, 30)],
  ["2026-11-21 09:30:15", Date.UTC(2026, 10, 21, 9, 30, 15)],
  ["2026-11-21T09:30:15Z", Date.UTC(2026, 10, 21, 9, 30, 15)],
  ["2026-11-21T09:30:15.5Z", Date.UTC(2026, 10, 21, 9, 30, 15, 500)],
  ["2026-11-21T09:30:15,123456789Z", Date.UTC(2026, 10, 21, 9, 30, 15, 123)],
  ["2026-11-21T09:30:15+05:45", Date.UTC(2026, 10, 21, 3, 45, 15)],
  ["2026-11-21T09:30:15-0330", Date.UTC(2026, 10, 21, 13, 0, 15)],
  ["2026-11-21T09:30:15+01", Date.UTC(2026, 10, 21, 8, 30, 15)],
  ["2024-02-29T00:00:00Z", Date.UTC(2024, 1, 29)],
  ["1970-01-01T00:00:00.000Z", 0],
])("%s is a time", (text, ms) => {
  expect(parseIsoTime(text)).toBe(ms);
});

test.each([
  ...[
    "2026-02-29",
    "2026-02-30T00:00:00Z",
    "2026-11-31T00:00:00.000Z",
    "2026-13-01",
    "2026-00-01",
    "2026-01-00",
  ],
  ...[
    "2026-01-01T24:00:00Z",
    "2026-01-01T00:60:00Z",
    "2026-01-01T00:00:60Z",
    "1969-12-31T23:59:59Z",
    "26-01-01",
  ],
  ...["2026-01-01T00:00:00X", "2026/01/01", "2026-01-01T00:00:00.Z", "", "now", "２026-01-01"],
])("%j is not a time", (text) => {
  expect(parseIsoTime(text)).toBeNaN();
});

test("agrees with the JavaScript engine on every instant, with and without milliseconds", () => {
  fc.assert(
    fc.property(fc.integer({ min: 0, max: Date.UTC(2148, 0) }), (ms) => {
      const text = new Date(ms).toISOString();
      expect(parseIsoTime(text)).toBe(ms);
      expect(parseIsoTime(`${text.slice(0, 19)}Z`)).toBe(ms - (ms % 1000));
    }),
    { numRuns: 5000 },
  );
});

test.each([
  [1_795_251_600, 1_795_251_600_000],
  ["1795251600.123", 1_795_251_600_123],
  [1_795_251_600_123, 1_795_251_600_123],
  [1_795_251_600_123_456, 1_795_251_600_123],
  ["1795251600123456789", 1_795_251_600_123],
  [0, 0],
])("%j is a time since 1970 in the unit that its size implies", (value, ms) => {
  expect(parseAnyTime(value)).toBe(ms);
});

test.each([[-1], [Number.POSITIVE_INFINITY], [null], [true], [{}], ["12"], ["1e12"]])(
  "%j is not a time",
  (value) => {
    expect(parseAnyTime(value)).toBeNaN();
  },
);

test("an instant is the same in every unit, as a number and as text", () => {
  const instant = fc.record({
    ms: fc.integer({ min: 3e11, max: Date.UTC(2100, 0) }),
    micros: fc.integer({ min: 0, max: 999 }),
  });
  fc.assert(
    fc.property(instant, ({ ms, micros }) => {
      const [seconds, thousandths] = [Math.floor(ms / 1000), String(ms % 1000).padStart(3, "0")];
      const finer = String(micros).padStart(3, "0");
      for (const text of [`${seconds}.${thousandths}`, `${seconds}.${thousandths}${finer}`]) {
        expect(parseAnyTime(text)).toBe(ms);
        expect(parseAnyTime(Number(text))).toBe(ms);
      }
      expect(parseAnyTime(ms)).toBe(ms);
      if (ms < 1e12) return;
      expect(parseAnyTime(ms * 1000 + micros)).toBe(ms);
      expect(parseAnyTime(ms * 1e6)).toBe(ms);
      expect(parseAnyTime(`${ms}${finer}999`)).toBe(ms);
    }),
    { numRuns: 5000 },
  );
});
