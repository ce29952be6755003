import type { Clock } from "./clock.ts";

/** Work that a loop repeats. */
export interface LoopWork {
  /** Does some of the work. Returns true if there is more to do at once. */
  readonly run: (signal: AbortSignal) => Promise<boolean>;
  /** How long the loop waits when there is nothing to do, and after an error. */
  readonly everyMs: number;
  /** Subscribes to events that end the wait. The returned function unsubscribes. */
  readonly listen?: (wake: () => void) => () => void;
  readonly onFailure: (error: unknown) => void;
}

export interface Loop {
  /** Aborted with the loop's reason when it stops. */
  readonly signal: AbortSignal;
  /** Starts all work. Idempotent. */
  start(): void;
  /** Aborts the work in progress, and resolves when nothing is running. */
  stop(reason?: Error): Promise<void>;
}

/** Repeats each kind of work independently until stopped. Errors are reported, and the work goes on after a wait. */
export function createLoop(clock: Pick<Clock, "sleep">, works: readonly LoopWork[]): Loop {
  const stopping = new AbortController();
  const { signal } = stopping;
  let running: Promise<unknown> | null = null;

  async function repeat({ run, everyMs, listen, onFailure }: LoopWork): Promise<void> {
    let isWoken = false;
    let nap = new AbortController();
    const unlisten = listen?.(() => {
      isWoken = true;
      nap.abort();
    });
    try {
      while (!signal.aborted) {
        isWoken = false;
        const isMore = await run(signal).catch((error: unknown) => {
          if (!signal.aborted) onFailure(error);
          return false;
        });
        // An event during the work may be about something that the work has already passed.
        if (isMore || isWoken) continue;
        nap = new AbortController();
        await clock.sleep(everyMs, AbortSignal.any([nap.signal, signal])).catch(() => undefined);
      }
    } finally {
      unlisten?.();
    }
  }

  return {
    signal,
    start() {
      running ??= Promise.all(works.map(repeat));
    },
    async stop(reason = new Error("the service is stopping")) {
      stopping.abort(reason);
      await running;
    },
  };
}
