import { setImmediate } from "node:timers/promises";
import { expect, it } from "vitest";
import { createManualClock } from "../std/clock.ts";
import { startWallClock } from "./wall-clock.ts";

it("the deadline passes exactly when the time is up", async () => {
  const clock = createManualClock(0);
  const { deadline } = startWallClock(clock, 1000);
  clock.advance(999);
  await setImmediate();
  expect(deadline.aborted).toBe(false);
  clock.advance(1);
  await setImmediate();
  expect(deadline.aborted).toBe(true);
});

it("the deadline has already passed if earlier claims used up the time", () => {
  expect(startWallClock(createManualClock(0), -5).deadline.aborted).toBe(true);
});

it("the deadline never passes after the clock is stopped", async () => {
  const clock = createManualClock(0);
  const { deadline, stop } = startWallClock(clock, 1000);
  stop();
  clock.advance(1000);
  await setImmediate();
  expect(deadline.aborted).toBe(false);
});
