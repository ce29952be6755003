import { randomBytes } from "node:crypto";

/** A string that only the named constructor makes, so that one kind of id is not passed for another. */
export type Branded<Name extends string> = string & { readonly __brand: Name };

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** `count` characters of base62 from the system's random source, without modulo bias. */
export function randomBase62(count: number): string {
  let text = "";
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      // 248 is the largest multiple of 62 that a byte holds: what lies above it would favour low digits.
      if (byte < 248 && text.length < count) text += base62[byte % 62];
    }
  }
  return text;
}

/** An opaque id with 119 random bits: `job_` and 20 base62 characters. */
export function newId<Name extends string>(prefix: string): Branded<Name> {
  return `${prefix}_${randomBase62(20)}` as Branded<Name>;
}
