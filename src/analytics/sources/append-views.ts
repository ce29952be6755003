import { limits as countsLimits, type VisitorEvent } from "#counts";

/** Appends the views of a log in commits of a useful size, while the log is read further. */
export interface Appending {
  /** Resolves once there is room for more views. Rejects if earlier ones could not be stored. */
  add(views: readonly VisitorEvent[]): Promise<void>;
  /** Appends the rest, and resolves once all views are durable. Rejects if any could not be stored. */
  flush(): Promise<void>;
}

const { groupEventsMax, batchEventsMax } = countsLimits;

/**
 * While the store writes one batch, the next one waits, so that the store never waits for the reader or the reader for the
 * disk. More would only take memory.
 */
const appendsAtOnce = 2;

export function createAppending(append: (views: readonly VisitorEvent[]) => Promise<void>): Appending {
  const waiting: VisitorEvent[] = [];
  const running: Promise<void>[] = [];
  const begin = async () => {
    while (running.length >= appendsAtOnce) await running.shift();
    const own = append(waiting.splice(0, batchEventsMax));
    // A failure is reported when the promise is awaited.
    own.catch(() => {});
    running.push(own);
  };
  return {
    async add(views) {
      for (const view of views) waiting.push(view);
      while (waiting.length >= groupEventsMax) await begin();
    },
    async flush() {
      while (waiting.length > 0) await begin();
      while (running.length > 0) await running.shift();
    },
  };
}
