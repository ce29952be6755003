import { expect, test } from "vitest";
import { createLoop } from "./loop.ts";
import { createManualClock } from "./test/support/manual-clock.ts";

/** Lets pending promises settle. */
const settle = async () => {
  for (let turn = 0; turn < 20; turn++) await Promise.resolve();
};

function createWork(results: (boolean | Error)[]) {
  const failures: unknown[] = [];
  let runs = 0;
  let wake = () => {};
  let isListening = false;
  return {
    failures,
    runs: () => runs,
    wake: () => wake(),
    isListening: () => isListening,
    work: {
      everyMs: 1000,
      async run() {
        runs++;
        const result = results.shift() ?? false;
        if (result instanceof Error) throw result;
        return result;
      },
      listen(next: () => void) {
        wake = next;
        isListening = true;
        return () => {
          isListening = false;
        };
      },
      onFailure: (error: unknown) => void failures.push(error),
    },
  };
}

test("work is repeated at once while there is more, and otherwise after the interval or an event", async () => {
  const clock = createManualClock();
  const made = createWork([true, true, false]);
  const loop = createLoop(clock, [made.work]);
  loop.start();
  loop.start();
  await settle();
  expect(made.runs()).toBe(3);
  clock.advance(999);
  await settle();
  expect(made.runs()).toBe(3);
  clock.advance(1);
  await settle();
  expect(made.runs()).toBe(4);
  made.wake();
  await settle();
  expect(made.runs()).toBe(5);
  await loop.stop();
  expect(made.isListening()).toBe(false);
  made.wake();
  clock.advance(5000);
  await settle();
  expect(made.runs()).toBe(5);
});

test("an event during the work repeats it, and a failure neither ends the loop nor affects other work", async () => {
  const clock = createManualClock();
  const failing = createWork([new Error("broken")]);
  const other = createWork([]);
  const first = Promise.withResolvers<boolean>();
  let runs = 0;
  const slow = { ...other.work, run: () => (runs++ === 0 ? first.promise : Promise.resolve(false)) };
  const loop = createLoop(clock, [failing.work, slow]);
  loop.start();
  await settle();
  expect(failing.failures).toEqual([new Error("broken")]);
  other.wake();
  first.resolve(false);
  await settle();
  expect(runs).toBe(2);
  clock.advance(1000);
  await settle();
  expect(failing.runs()).toBe(2);
  await loop.stop();
});

test("a loop that is stopped aborts the work, waits for it, and reports no failure", async () => {
  const clock = createManualClock();
  const made = createWork([]);
  const run = (signal: AbortSignal) =>
    new Promise<boolean>((_, reject) => {
      signal.addEventListener("abort", () => reject(signal.reason));
    });
  const loop = createLoop(clock, [{ ...made.work, run }]);
  loop.start();
  await settle();
  const reason = new Error("enough");
  await loop.stop(reason);
  expect(loop.signal.reason).toBe(reason);
  expect(made.failures).toEqual([]);
});
