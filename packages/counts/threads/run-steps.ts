import { setImmediate } from "node:timers/promises";

/** Runs a generator to completion, and lets the thread do other work after each step. */
export async function runSteps<Result>(steps: Generator<void, Result>): Promise<Result> {
  for (;;) {
    const step = steps.next();
    if (step.done) return step.value;
    await setImmediate();
  }
}
