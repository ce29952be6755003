import type { Clock } from "../../clock.ts";

/** A clock whose time passes only with `advance`. */
export function createManualClock(): Pick<Clock, "sleep"> & { advance(ms: number): void; asleep(): number } {
  let now = 0;
  const sleepers = new Set<{ readonly at: number; readonly wake: () => void }>();
  return {
    sleep: (ms, signal) =>
      new Promise((resolve, reject) => {
        const sleeper = { at: now + ms, wake: resolve };
        sleepers.add(sleeper);
        const abort = () => {
          sleepers.delete(sleeper);
          reject(signal?.reason);
        };
        if (signal?.aborted) abort();
        else signal?.addEventListener("abort", abort, { once: true });
      }),
    advance(ms) {
      now += ms;
      for (const sleeper of [...sleepers].filter(({ at }) => at <= now)) {
        sleepers.delete(sleeper);
        sleeper.wake();
      }
    },
    asleep: () => sleepers.size,
  };
}
