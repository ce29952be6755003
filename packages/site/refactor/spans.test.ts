import fc from "fast-check";
import { expect, test } from "vitest";
import { createOverlapTest, trimmedBlock, withoutFinalSlashes } from "./spans.ts";

const span = fc.tuple(fc.nat(40), fc.nat(6)).map(([start, length]) => ({ start, end: start + length }));

test("the overlap test agrees with comparing every span", () => {
  fc.assert(
    fc.property(fc.array(span, { maxLength: 12 }), span, (spans, range) => {
      const plainly = spans.some(({ start, end }) => start < range.end && end > range.start);
      expect(createOverlapTest(spans)(range)).toBe(plainly);
    }),
  );
});

test.each([
  ["/a/", "/a"],
  ["/a//", "/a"],
  ["/", "/"],
  ["", ""],
  ["//", "/"],
  ["a", "a"],
])("%s without trailing slashes is %s", (text, expected) => {
  expect(withoutFinalSlashes(text)).toBe(expected);
});

test("a trimmed block has no blank lines at the start and no whitespace at the end", () => {
  expect(trimmedBlock("\r\n\n  a\r\nb\rc \n\n")).toBe("  a\nb\nc");
  expect(trimmedBlock("\n\n")).toBe("");
});
