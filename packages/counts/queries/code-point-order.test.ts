import fc from "fast-check";
import { expect, test } from "vitest";
import { compareCodePoints } from "./code-point-order.ts";

test("sorts in the order of UTF-8 bytes", () => {
  const text = fc.string({ unit: fc.constantFrom("a", "b", "/", "é", "文", "\ue000", "\uffff", "😀", "𝒳") });
  fc.assert(
    fc.property(text, text, (a, b) => {
      expect(Math.sign(compareCodePoints(a, b))).toBe(Buffer.compare(Buffer.from(a), Buffer.from(b)));
    }),
  );
});
