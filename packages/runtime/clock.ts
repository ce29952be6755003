import { setTimeout as sleepFor } from "node:timers/promises";

/** The only source of time, so that tests don't wait for real time. */
export interface Clock {
  /** Milliseconds since the epoch. */
  now(): number;
  /** Resolves after `ms`, or rejects with the signal's reason. A pending sleep doesn't keep the process alive. */
  sleep(ms: number, signal?: AbortSignal): Promise<void>;
}

export function createSystemClock(): Clock {
  return {
    now: () => Date.now(),
    async sleep(ms, signal) {
      try {
        await sleepFor(ms, undefined, signal === undefined ? { ref: false } : { ref: false, signal });
      } catch (error) {
        throw signal?.aborted ? signal.reason : error;
      }
    },
  };
}
