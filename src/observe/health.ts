import { AppError } from "../errors.ts";
import type { Clock } from "../std/clock.ts";

/**
 * Checks a part of the service on which requests depend, and rejects if that part doesn't work. The message of an
 * `AppError` is shown.
 */
export type Check = () => Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
  /** A message for each failed part, without confidential details. */
  readonly problems: readonly { readonly part: string; readonly message: string }[];
}

/** A healthy store always responds sooner, and a load balancer waits longer. */
const checkMs = 2000;

/** Checks all parts at once. A part that doesn't respond within two seconds has failed. Never rejects. */
export function createReadiness(options: {
  readonly clock: Clock;
  readonly checks: Readonly<Record<string, Check>>;
}): () => Promise<Readiness> {
  const parts = Object.entries(options.checks);
  return async () => {
    const outcomes = await Promise.all(
      parts.map(async ([part, check]) => ({ part, message: await problemOf(part, check, options.clock) })),
    );
    const problems = outcomes.flatMap(({ part, message }) => (message === null ? [] : [{ part, message }]));
    return {
      ready: problems.length === 0,
      checks: Object.fromEntries(
        outcomes.map(({ part, message }) => [part, message === null ? "ok" : "failed"]),
      ),
      problems,
    };
  };
}

/** Runs the check at most once every `everyMs` and otherwise returns the last result, even a failure. */
export function atMostEvery(everyMs: number, clock: Clock, check: Check): Check {
  let last: { readonly at: number; readonly found: Promise<void> } | null = null;
  return () => {
    const now = clock.elapsed();
    if (last === null || now - last.at >= everyMs) last = { at: now, found: check() };
    return last.found;
  };
}

async function problemOf(part: string, check: Check, clock: Clock): Promise<string | null> {
  const answered = new AbortController();
  const silent = `The ${part} is not responding.`;
  try {
    const late = clock.sleep(checkMs, answered.signal).then(() => silent);
    late.catch(() => undefined);
    return await Promise.race([check().then(() => null), late]);
  } catch (error) {
    return error instanceof AppError ? error.message : silent;
  } finally {
    answered.abort();
  }
}
