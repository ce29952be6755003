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
