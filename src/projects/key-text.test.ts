import { createHash } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { judgeChange } from "#policy";
import { siteFrom } from "../../packages/site/test/support/site.ts";
import { anyText } from "../../test/support/any-text.ts";
import { hashOfKey, isKeyText, newKeyText, shownPartOf } from "./key-text.ts";

/** An independent implementation. It calculates CRC-32 (ISO 3309) bit by bit, and base62 by integer division. */
function checksum(text: string): string {
  let crc = 0xffffffff;
  for (const byte of Buffer.from(text)) {
    crc ^= byte;
    for (let bit = 0; bit < 8; bit += 1) crc = (crc >>> 1) ^ (crc & 1 ? 0xedb88320 : 0);
  }
  const digits = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";
  let rest = BigInt((crc ^ 0xffffffff) >>> 0);
  let written = "";
  for (; rest > 0n; rest /= 62n) written = digits[Number(rest % 62n)] + written;
  return written.padStart(6, "0");
}

const base62 = fc.constantFrom(..."0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz");
const secrets = fc.array(base62, { minLength: 32, maxLength: 32 }).map((chars) => chars.join(""));

test("a new key is dw_, 32 random base62 characters and their checksum (R24)", () => {
  const keys = Array.from({ length: 200 }, newKeyText);
  for (const key of keys) {
    expect(key).toMatch(/^dw_[0-9A-Za-z]{38}$/u);
    expect(key.slice(-6)).toBe(checksum(key.slice(3, 35)));
  }
  expect(new Set(keys).size).toBe(keys.length);
});

test("the policy refuses a change with a new key", async () => {
  const site = await siteFrom({});
  const { violations } = await judgeChange({
    changes: [{ path: "a.mdx", mode: "100644", before: null, after: Buffer.from(newKeyText()) }],
    ...{ before: new Map(), base: site, site, texts: [], allowed: [], instruction: "" },
  });
  expect(violations).toEqual([expect.stringContaining("Docwright key")]);
});

test("the checksum of the specification's example is its check value, cbf43926", () => {
  // In base 62, most significant digit first: 3 45 35 27 22 14.
  expect(checksum("123456789")).toBe("3jZRME");
});

test("changing any character of a key makes its checksum wrong", () => {
  fc.assert(
    fc.property(secrets, fc.nat(40), base62, (secret, at, char) => {
      const key = `dw_${secret}${checksum(secret)}`;
      expect(isKeyText(key)).toBe(true);
      const changed = key.slice(0, at) + char + key.slice(at + 1);
      expect(isKeyText(changed)).toBe(changed === key);
    }),
    { numRuns: 2000 },
  );
});

test.each([
  ["", "nothing"],
  ["dw_", "no secret"],
  [`dw_${"a".repeat(38)}`, "a wrong checksum"],
  [`${newKeyText()}a`, "one character too many"],
  [newKeyText().slice(0, -1), "one character too few"],
  [newKeyText().replace("dw_", "DW_"), "a wrong prefix"],
  [`${newKeyText()}\n`, "a line break"],
  [` ${newKeyText()}`, "a leading space"],
])("%j is not a key: %s", (text) => {
  expect(isKeyText(text)).toBe(false);
});

test("no text without the right checksum passes as a key", () => {
  fc.assert(
    fc.property(anyText(), (text) => {
      expect(isKeyText(text)).toBe(false);
    }),
  );
});

test("the stored form is the SHA-256 in hex and the first seven characters", () => {
  const key = newKeyText();
  expect(hashOfKey(key)).toBe(createHash("sha256").update(key).digest("hex"));
  expect(shownPartOf(key)).toBe(key.slice(0, 7));
});
