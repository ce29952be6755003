import { expect, test } from "vitest";
import { halfSipHash } from "./keyed-digest.ts";

// The authors' reference vectors (`vectors_hsip64`): key 00 … 07, input 00 … n-1.
test.each([
  [0, "218d1f59b9b83cc8"],
  [1, "be552412f8387315"],
  [2, "064f39ef7c50eb57"],
  [3, "ce0f1a45f7060679"],
  [4, "d5e78a175be52ea1"],
  [5, "cb9d7c3f2f3db580"],
  [7, "ff202728b07bc684"],
  [8, "edfee820bce4858c"],
  [9, "5b51cccc13888307"],
  [24, "70741045ae3fa6f1"],
])("%i bytes", (length, expected) => {
  const input = Uint8Array.from({ length: length + 6 }, (_, i) => i - 3);
  const out = new Uint32Array(4);
  halfSipHash(input, { from: 3, to: 3 + length }, { k0: 0x03020100, k1: 0x07060504 }, out, 1);
  expect(Buffer.from(out.buffer, 4, 8).toString("hex")).toBe(expected);
});
