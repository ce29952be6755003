import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createManualClock } from "../../std/clock.ts";
import { watchSilence } from "./silence.ts";

const patience = { firstChunkMs: 1000, chunkMs: 100 };

/** The items that arrive, each with its time, and the time of the cut-off. Silence follows the last item. */
it.each([
  ["says nothing", [], 1000],
  ["says a word and stops", [[500, "words"]], 600],
  [
    "sends a word before each silence is too long",
    [
      [900, "words"],
      [990, "words"],
      [1080, "words"],
    ],
    1180,
  ],
  // Providers announce reasoning immediately, and then send nothing until it is done.
  ["thinks aloud once, and stops", [[10, "thinking"]], 1010],
  [
    "reasons again after its first words",
    [
      [10, "words"],
      [20, "thinking"],
    ],
    1020,
  ],
  [
    "stops after reasoning",
    [
      [10, "thinking"],
      [800, "words"],
    ],
    900,
  ],
] as const)("a model that %s is cut off at its time limit, and not earlier", async (_what, heard, cutAt) => {
  const clock = createManualClock(0);
  const silence = watchSilence(patience, clock);
  let now = 0;
  const advanceTo = async (time: number) => {
    for (; now < time; now += 10) {
      clock.advance(10);
      await setImmediate();
    }
  };
  for (const [time, what] of heard) {
    await advanceTo(time);
    silence.heard(what);
  }
  await advanceTo(cutAt - 10);
  expect(silence.signal.aborted).toBe(false);
  await advanceTo(cutAt);
  expect(silence.signal.aborted).toBe(true);
});

it("a model is not cut off after its reply has ended", async () => {
  const clock = createManualClock(0);
  const silence = watchSilence(patience, clock);
  silence.end();
  clock.advance(5000);
  await setImmediate();
  expect(silence.signal.aborted).toBe(false);
});
