import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { anyText } from "../../../test/support/any-text.ts";
import { codePointsUpTo, isStorable } from "./text.ts";

describe("texts", () => {
  it("are counted in code points", () => {
    fc.assert(
      fc.property(anyText({ maxLength: 60 }), fc.nat(60), (text, max) => {
        expect(codePointsUpTo(text, max)).toBe(Array.from(text).length <= max);
      }),
    );
  });

  it("are storable unless they contain NUL or lone surrogates", () => {
    expect(isStorable("a😀\n\u001b")).toBe(true);
    for (const text of ["a\0", "\ud83d", "\ude00x", "x\ud83dx"]) expect(isStorable(text)).toBe(false);
  });
});
