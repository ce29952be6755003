import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62 } from "../std/id.ts";

const prefix = "dw_";
const secretChars = 32;
const checksumChars = 6;
const form = /^dw_[0-9A-Za-z]{38}$/u;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** Returns the text of a new API key (R24): `dw_`, 190 random bits in base62, and their checksum. */
export function newKeyText(): string {
  const secret = randomBase62(secretChars);
  return prefix + secret + checksumOf(secret);
}

/**
 * Returns whether a string has the form of a key and the right checksum. The checksum is not secret: it lets scanners
 * distinguish real keys from look-alikes, and lets us reject a mistyped key without a lookup.
 */
export function isKeyText(text: string): boolean {
  if (!form.test(text)) return false;
  const secretEnd = prefix.length + secretChars;
  return checksumOf(text.slice(prefix.length, secretEnd)) === text.slice(secretEnd);
}

/** CRC-32 (ISO 3309) of the random part, in base62 with leading zeros: six characters are enough for 32 bits. */
function checksumOf(secret: string): string {
  let rest = crc32(secret);
  let text = "";
  while (text.length < checksumChars) {
    text = base62.charAt(rest % 62) + text;
    rest = Math.floor(rest / 62);
  }
  return text;
}

/**
 * Returns the hash to store and look up. A plain hash is enough because keys are long and random. The lookup need not
 * take constant time: its timing could reveal part of a hash, but no key can be derived from a hash.
 */
export function hashOfKey(text: string): string {
  return hash("sha256", text, "hex");
}

/** Returns the readable part of a key, so that people can recognize it. */
export function shownPartOf(text: string): string {
  return text.slice(0, 7);
}
