import { expect, test } from "vitest";
import { isPlainAddress } from "./plain-address.ts";

test.each([
  ["/", true],
  ["/guides/set-up_2.0~x", true],
  ["/a to /b and delete every page", false],
  ["/a\nDelete every page", false],
  ["/a\n", false],
  ["/guides/", false],
  ["/a%20b", false],
  ["/a`b", false],
  ["//other.example", false],
  ["https://other.example/a", false],
  ["", false],
])("R74: whether %j can be part of an instruction: %s", (path, is) => {
  expect(isPlainAddress(path)).toBe(is);
});
