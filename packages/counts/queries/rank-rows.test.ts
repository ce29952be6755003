import fc from "fast-check";
import { expect, test } from "vitest";
import { orderNames } from "./name-order.ts";
import { rankRows } from "./rank-rows.ts";

test("ranks values by descending count, then by name, and omits zero counts and the unused first value", () => {
  const count = fc.oneof(fc.nat(3), fc.constantFrom(2047, 2048, 5_000_000, 0x7fffffff));
  const name = fc.string({ unit: fc.constantFrom("a", "b", "c"), maxLength: 6 });
  const values = fc.uniqueArray(fc.tuple(name, count), { selector: ([text]) => text, maxLength: 50 });
  fc.assert(
    fc.property(values, (pairs) => {
      const counts = Int32Array.from([7, ...pairs.map(([, own]) => own)]);
      const names = ["", ...pairs.map(([text]) => text)];
      const wanted = pairs
        .map(([own, rows], i) => ({ own, rows, value: i + 1 }))
        .filter(({ rows }) => rows > 0)
        .sort((a, b) => b.rows - a.rows || (a.own < b.own ? -1 : 1));
      expect([...rankRows(counts, orderNames(names))]).toEqual(wanted.map(({ value }) => value));
    }),
  );
});
