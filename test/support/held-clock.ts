import { type Clock, createSystemClock } from "../../src/std/clock.ts";

/** The machine's clock, but for sleeps of one length: those last until the test ends them. */
export interface HeldClock extends Clock {
  /** Ends them, and those that begin later at once. */
  release(): void;
}

const dayMs = 86_400_000;

/** For what comes by itself after `ms`, which on a busy machine may be before or after what a test is about. */
export function holdSleeps(ms: number): HeldClock {
  const system = createSystemClock();
  const released = new AbortController();
  return {
    now: system.now,
    async sleep(askedMs, signal) {
      if (askedMs !== ms) return system.sleep(askedMs, signal);
      const ends = signal === undefined ? released.signal : AbortSignal.any([released.signal, signal]);
      await system.sleep(dayMs, ends).catch(() => signal?.throwIfAborted());
    },
    release: () => released.abort(),
  };
}
