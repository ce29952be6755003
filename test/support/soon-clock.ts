import { limits } from "../../src/limits.ts";
import { type Clock, createSystemClock } from "../../src/std/clock.ts";

const polls: ReadonlySet<number> = new Set([
  limits.webhooks.pollMs,
  limits.hooks.pollMs,
  limits.automations.pollMs,
]);
const soonMs = 50;

/** The machine's clock, but what a service looks for every few seconds it looks for at once: nobody waits for that here. */
export function createSoonClock(): Clock {
  const system = createSystemClock();
  return {
    now: system.now,
    sleep: (ms, signal) => system.sleep(polls.has(ms) ? soonMs : ms, signal),
  };
}
