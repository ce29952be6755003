import fc from "fast-check";
import { expect, test } from "vitest";
import { createNameOrder } from "./name-order.ts";

test("names are in the order of their UTF-8 bytes, whether added in steps or all at once", () => {
  const unit = fc.constantFrom("a", "b", "/", "é", "文", "\ue000", "\uffff", "😀", "𝒳");
  const names = fc.uniqueArray(fc.string({ unit, maxLength: 4 }), { maxLength: 60 });
  fc.assert(
    fc.property(names, fc.array(fc.nat(20)), (all, bits) => {
      const order = createNameOrder();
      for (let end = 0; end < all.length; ) {
        end = Math.min(all.length, end + (bits.pop() ?? all.length));
        const known = all.slice(0, end);
        const wanted = [...known.keys()].sort((a, b) =>
          Buffer.compare(Buffer.from(known[a] ?? ""), Buffer.from(known[b] ?? "")),
        );
        expect([...order.of(known)]).toEqual(wanted);
      }
    }),
  );
});
