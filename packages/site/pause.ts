import { createSystemClock } from "./clock.ts";
import { limits } from "./limits.ts";

const clock = createSystemClock();
const waiting: (() => void)[] = [];

/**
 * Lets the event loop handle everything that is due, such as requests. If several tasks wait, each continues in a
 * separate turn, because Node runs all immediates in one turn, and requests would have to wait for all of the tasks.
 */
export function nextTurn(): Promise<void> {
  return new Promise((resolve) => {
    waiting.push(resolve);
    if (waiting.length === 1) setImmediate(continueOne);
  });
}

function continueOne(): void {
  waiting.shift()?.();
  if (waiting.length > 0) setImmediate(continueOne);
}

/**
 * Creates a function for long loops. The function lets other work run if this work has used the event loop for
 * `limits.sliceMs` since the last pause. It rejects with the signal's reason if the signal aborts.
 */
export function createPause(signal?: AbortSignal): () => Promise<void> {
  let startedAt = clock.now();
  return async () => {
    signal?.throwIfAborted();
    if (clock.now() - startedAt < limits.sliceMs) return;
    await nextTurn();
    signal?.throwIfAborted();
    startedAt = clock.now();
  };
}
