import fc from "fast-check";
import { expect, test } from "vitest";
import { decodeDay, encodeDay } from "./segment.ts";

test("a day is decoded unchanged, however large its numbers are", () => {
  const word = fc.oneof(fc.nat(10), fc.constantFrom(0xffff, 0x10000, 0xffffffff));
  const event = fc.tuple(word, word, word, word, word, fc.nat(1));
  fc.assert(
    fc.property(fc.nat(65_534), fc.array(event, { maxLength: 20 }), (day, rows) => {
      const column = (index: number) => Uint32Array.from(rows, (row) => row[index] as number);
      const events = {
        day,
        length: rows.length,
        time: column(0),
        visitor: column(1),
        path: column(2),
        client: column(3),
        referrer: column(4),
        isView: Uint8Array.from(rows, (row) => row[5] as number),
      };
      expect(decodeDay(Uint8Array.from(encodeDay(events)))).toEqual(events);
    }),
  );
});
