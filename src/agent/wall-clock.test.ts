import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createManualClock } from "../std/clock.ts";
import { startWallClock } from "./wall-clock.ts";

it("ends exactly when the time is up", async () => {
  const clock = createManualClock(0);
  const { deadline } = startWallClock(clock, 1000);
  clock.advance(999);
  await setImmediate();
  expect(deadline.aborted).toBe(false);
  clock.advance(1);
  await setImmediate();
  expect(deadline.aborted).toBe(true);
});

it("has already ended if earlier claims used up the time", () => {
  expect(startWallClock(createManualClock(0), -5).deadline.aborted).toBe(true);
});

it("does nothing after it is stopped", async () => {
  const clock = createManualClock(0);
  const { deadline, stop } = startWallClock(clock, 1000);
  stop();
  clock.advance(1000);
  await setImmediate();
  expect(deadline.aborted).toBe(false);
});
