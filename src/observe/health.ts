import { within } from "#runtime";
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
  /** Absent if the visits are stored in files, or if the state could not be determined in time. */
  readonly visits?: DatabaseHealth;
}

/** The state of the database that stores the visits. It isn't a failure that it is down while events can wait. */
export interface DatabaseHealth {
  readonly status: "ready" | "unreachable" | "refused";
  readonly problem: string | null;
  readonly waitingEvents: number;
  readonly waitingSinceMs: number | null;
}

/** A healthy store always responds sooner, and a load balancer waits longer. */
const checkMs = 2000;

/** Checks all parts at once. A part that doesn't respond within two seconds has failed. Never rejects. */
export function createReadiness(options: {
  readonly clock: Clock;
  readonly checks: Readonly<Record<string, Check>>;
  readonly visits?: () => Promise<DatabaseHealth | null>;
}): () => Promise<Readiness> {
  const parts = Object.entries(options.checks);
  return async () => {
    const visits: DatabaseHealth[] = [];
    const readVisits = async () => {
      const health = await options.visits?.();
      if (health) visits.push(health);
    };
    const [, ...outcomes] = await Promise.all([
      problemOf("visits", readVisits, options.clock),
      ...parts.map(async ([part, check]) => ({ part, message: await problemOf(part, check, options.clock) })),
    ]);
    const problems = outcomes.flatMap(({ part, message }) => (message === null ? [] : [{ part, message }]));
    return {
      ready: problems.length === 0,
      checks: Object.fromEntries(
        outcomes.map(({ part, message }) => [part, message === null ? "ok" : "failed"]),
      ),
      problems,
      ...(visits[0] === undefined ? {} : { visits: visits[0] }),
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
  const silent = `The ${part} is not responding.`;
  try {
    return await within(
      check().then(() => null),
      checkMs,
      () => silent,
      { clock },
    );
  } catch (error) {
    return error instanceof AppError ? error.message : silent;
  }
}
