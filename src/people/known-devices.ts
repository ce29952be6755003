import { createHmac, hkdfSync, timingSafeEqual } from "node:crypto";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { randomBase62 } from "../std/id.ts";

/**
 * Recognizes browsers in which an account's password was entered before, so that strangers who guess passwords can't
 * lock the account's owner out (OWASP, "Slow Down Online Guessing Attacks with Device Cookies"). A token grants no
 * access.
 */
export interface KnownDevices {
  /** Returns a token for a browser in which the account's password was just verified. */
  issue(email: string): string;
  /** Returns the browser's ID, or null if the token is invalid, expired, or for another email address. */
  find(email: string, token: string | null): string | null;
}

const idChars = 22;

/**
 * `secret` is the installation's secret. The key that signs the tokens is derived from this secret (HKDF, RFC 5869).
 */
export function createKnownDevices({ secret, clock }: { secret: string; clock: Clock }): KnownDevices {
  const key = Buffer.from(hkdfSync("sha256", secret, "", "docwright known devices v1", 32));
  const sign = (email: string, id: string, until: string) =>
    createHmac("sha256", key)
      .update(`known device\n${normalized(email)}\n${id}\n${until}`)
      .digest();
  return {
    issue(email) {
      const id = randomBase62(idChars);
      const until = String(clock.now() + limits.people.deviceMs);
      return `${id}.${until}.${sign(email, id, until).toString("base64url")}`;
    },
    find(email, token) {
      const [id = "", until = "", signature = ""] = token?.split(".") ?? [];
      const given = Buffer.from(signature, "base64url");
      const right = sign(email, id, until);
      if (given.length !== right.length || !timingSafeEqual(given, right)) return null;
      return Number(until) > clock.now() ? id : null;
    },
  };
}

const normalized = (email: string) => email.trim().toLowerCase();
