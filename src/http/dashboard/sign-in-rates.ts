import { AppError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Clock } from "../../std/clock.ts";
import { createRateLimit } from "../rate-limit.ts";

const { signInsPerAddress, signInsPerEmail } = limits.people;
const hourMs = 60 * 60 * 1000;

/** Limits guessing. Each function throws `rate_limited`. */
export interface SignInRates {
  /** Counts an attempt to guess a secret from this client address. */
  fromAddress(address: string): void;
  /** Counts an attempt to guess the password for this email address, from any client. */
  atEmail(email: string): void;
}

export function createSignInRates(clock: Clock): SignInRates {
  const make = (name: string, tries: number) => {
    const limit = createRateLimit({ name, quota: tries, windowMs: hourMs, burst: tries, clock });
    return (subject: string) => {
      const retryAfterSeconds = limit.take(subject)?.retryAfterSeconds ?? null;
      if (retryAfterSeconds === null) return;
      throw new AppError("rate_limited", `Too many attempts. Try again in ${inWords(retryAfterSeconds)}.`, {
        fields: { retryAfterSeconds },
      });
    };
  };
  const atEmail = make("sign-ins-email", signInsPerEmail);
  return {
    fromAddress: make("sign-ins-address", signInsPerAddress),
    atEmail: (email) => atEmail(email.trim().toLowerCase()),
  };
}

function inWords(seconds: number): string {
  return seconds < 90 ? `${seconds} seconds` : `${Math.ceil(seconds / 60)} minutes`;
}
