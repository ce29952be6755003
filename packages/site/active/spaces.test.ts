import { expect, test } from "vitest";
import { spaces } from "./spaces.ts";

test("offsets and lines stay the same, also after characters of two code units", () => {
  expect(spaces("a\u{1f600}\r\n\u{1f468}\u200d\u{1f469}b\n")).toBe("   \r\n      \n");
  expect(spaces("")).toBe("");
});
