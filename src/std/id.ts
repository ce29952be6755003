import { randomBytes } from "node:crypto";

/** A string that only its own constructor creates, so that different kinds of IDs can't be mixed up. */
export type Branded<Name extends string> = string & { readonly __brand: Name };

const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns `count` base62 characters from the system's random source, without modulo bias. */
export function randomBase62(count: number): string {
  let text = "";
  while (text.length < count) {
    for (const byte of randomBytes(count)) {
      // 248 is the largest multiple of 62 in a byte. Higher values would make low digits more likely.
      if (byte < 248 && text.length < count) text += base62[byte % 62];
    }
  }
  return text;
}

/** Creates an opaque ID with 119 random bits: a prefix such as `job_` and 20 base62 characters. */
export function newId<Name extends string>(prefix: string): Branded<Name> {
  return `${prefix}_${randomBase62(20)}` as Branded<Name>;
}
