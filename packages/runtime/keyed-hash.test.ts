import { createHmac } from "node:crypto";
import fc from "fast-check";
import { expect, test } from "vitest";
import { createKeyedHash } from "./keyed-hash.ts";

test("each digest is the HMAC-SHA-256 of its message", () => {
  const bytes = (maxLength: number) => fc.uint8Array({ maxLength });
  fc.assert(
    fc.property(bytes(64), fc.array(bytes(200), { minLength: 1, maxLength: 4 }), (key, messages) => {
      const keyed = createKeyedHash(key, 200);
      for (const message of messages) {
        keyed.message.set(message);
        const expected = createHmac("sha256", key).update(message).digest("hex");
        expect(Buffer.from(keyed.digest(message.length, 32)).toString("hex")).toBe(expected);
      }
    }),
  );
  expect(() => createKeyedHash(new Uint8Array(65), 10)).toThrow(RangeError);
});
