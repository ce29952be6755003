import { hash } from "node:crypto";
import { crc32 } from "node:zlib";
import { randomBase62 } from "../std/id.ts";

const prefix = "dw_";
const secretChars = 32;
const checksumChars = 6;
const form = /^dw_[0-9A-Za-z]{38}$/u;
const base62 = "0123456789ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz";

/** A new admin key (R24): `dw_`, 190 random bits in base62, and their checksum. */
export function newKeyText(): string {
  const secret = randomBase62(secretChars);
  return prefix + secret + checksumOf(secret);
}

/**
 * Whether a text has a key's form and its checksum is right. The checksum is no secret: it lets a scanner tell a real
 * key from a look-alike, and us refuse a mistyped one without a look-up.
 */
export function isKeyText(text: string): boolean {
  if (!form.test(text)) return false;
  const secretEnd = prefix.length + secretChars;
  return checksumOf(text.slice(prefix.length, secretEnd)) === text.slice(secretEnd);
}

/** CRC-32 (ISO 3309) of the random part, in base62 with leading zeros: six characters hold 32 bits. */
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
 * What is stored and looked up. A plain hash will do, since the key is random and long; and the look-up may take the
 * time that it takes: what can be learnt from it is a part of a hash, from which no key follows.
 */
export function hashOfKey(text: string): string {
  return hash("sha256", text, "hex");
}

/** What is kept readable, to recognise a key by. */
export function shownPartOf(text: string): string {
  return text.slice(0, 7);
}
