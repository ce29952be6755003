import { AppError } from "../errors.ts";
import type { Clock } from "../std/clock.ts";

/** Rejects where a part that requests need does not work; an `AppError`'s message is shown. */
export type Check = () => Promise<void>;

export interface Readiness {
  readonly ready: boolean;
  readonly checks: Readonly<Record<string, "ok" | "failed">>;
  /** A sentence for each part that failed, which says nothing that a stranger may not know. */
  readonly problems: readonly { readonly part: string; readonly message: string }[];
}

/** Longer than a healthy store ever takes, shorter than a balancer waits. */
const checkMs = 2000;

/** Asks every part at once. A part that does not answer in two seconds has failed. Never rejects. */
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

/** Asks no more often than every `everyMs`; until then what was found last holds, also that it failed. */
export function atMostEvery(everyMs: number, clock: Clock, check: Check): Check {
  let last: { readonly at: number; readonly found: Promise<void> } | null = null;
  return () => {
    const now = clock.now();
    if (last === null || now - last.at >= everyMs) last = { at: now, found: check() };
    return last.found;
  };
}

async function problemOf(part: string, check: Check, clock: Clock): Promise<string | null> {
  const answered = new AbortController();
  const silent = `The ${part} does not answer.`;
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
