import { createHash } from "node:crypto";
import { randomBase62 } from "../std/id.ts";

/** 40 base62 characters hold 238 random bits. */
const tokenChars = 40;

/** Returns a new token for a one-time link. */
export function newToken(): string {
  return randomBase62(tokenChars);
}

/** Returns the hash to store. The token is random, so no slow hash is needed. */
export function hashOfToken(token: string): string {
  return createHash("sha256").update(token).digest("hex");
}
