import { setTimeout as sleepFor } from "node:timers/promises";

/** The only source of time. Tests pass `createManualClock`, so nothing in the suite waits for real time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Milliseconds since an arbitrary start. Never jumps, unlike `now`, so durations and rates use it. */
  elapsed(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. A pending sleep doesn't keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    elapsed: () => performance.now(),
    async sleep(ms, signal) {
      try {
        await sleepFor(ms, undefined, signal === undefined ? { ref: false } : { ref: false, signal });
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}

export interface ManualClock extends Clock {
  /** Advances the time and wakes every sleeper that is due. */
  advance(ms: number): void;
  /** Sets the clock ahead (or back if `ms` is negative), as an operator or NTP does. No time passes. */
  jump(ms: number): void;
}

export function createManualClock(startMs: number): ManualClock {
  let nowMs = startMs;
  let jumpedMs = 0;
  const sleepers = new Set<{ atMs: number; wake: () => void }>();
  return {
    now: () => nowMs + jumpedMs,
    elapsed: () => nowMs,
    sleep(ms, signal) {
      return new Promise((resolve, reject) => {
        if (signal?.aborted) return reject(signal.reason);
        const sleeper = {
          atMs: nowMs + ms,
          wake: () => {
            sleepers.delete(sleeper);
            signal?.removeEventListener("abort", cancel);
            resolve();
          },
        };
        const cancel = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        signal?.addEventListener("abort", cancel, { once: true });
        sleepers.add(sleeper);
      });
    },
    advance(ms) {
      nowMs += ms;
      for (const sleeper of [...sleepers]) if (sleeper.atMs <= nowMs) sleeper.wake();
    },
    jump(ms) {
      jumpedMs += ms;
    },
  };
}

/** Resolves after `ms` and keeps the process alive until then. Used by commands that wait for another process. */
export async function pause(ms: number): Promise<void> {
  await sleepFor(ms);
}
