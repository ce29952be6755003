import type { Database, Row } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import type { Cause, Trigger } from "./automation.ts";
import * as runStore from "./run-store.ts";
import { openSchedule, type Schedule } from "./schedule.ts";
import * as store from "./store.ts";

interface Context {
  readonly database: Database;
  readonly clock: Clock;
}

/**
 * Adds exactly one run for each schedule that is due, regardless of how many due times were missed and how many
 * processes check. The run and the schedule's next time are written together, and no due time ever gets a second run.
 */
export async function addDueRuns({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  for (const row of await store.listScheduled(database.db, now)) {
    const schedule = scheduleOf(row);
    if (schedule === null || row.next_at === null) continue;
    const { lastAt, times } = countDue(schedule, row.next_at, now);
    await database.transaction(async (tx) => {
      const to = { next_at: schedule.next(now), last_due_at: lastAt };
      if (!(await store.moveSchedule(tx, row, to))) return;
      const { id: automationId } = store.toAutomation(row);
      const cause = causeOf(row, lastAt, times);
      const waiting = await runStore.findWaiting(tx, automationId, "schedule");
      if (waiting !== null) return runStore.setCause(tx, waiting.id, cause);
      const dueKey = `schedule:${lastAt}`;
      await runStore.addRun(tx, { id: newId<"RunId">("run"), automationId, dueKey, cause, now });
    });
  }
}

/** Corrects next times that are too far ahead because the clock was set back. */
export async function realignSchedules({ database, clock }: Context): Promise<void> {
  const now = clock.now();
  for (const row of await store.listScheduled(database.db, null)) {
    const schedule = scheduleOf(row);
    const done = row.last_due_at ?? now;
    const wrong = done > now + limits.automations.clockAheadMs;
    const next = schedule?.next(wrong ? now : Math.max(now, done)) ?? null;
    if (next === null || row.next_at === null || row.next_at <= next) continue;
    const to = { next_at: next, last_due_at: wrong ? null : row.last_due_at };
    await database.transaction((tx) => store.moveSchedule(tx, row, to));
  }
}

function scheduleOf(row: Row<"automations">): Schedule | null {
  const trigger = JSON.parse(row.trigger) as Trigger;
  return trigger.type === "schedule" ? openSchedule(trigger.cron, trigger.timeZone) : null;
}

/** Counts the due times from `firstAt` until now, up to `missedMax`, and finds the latest. */
function countDue(schedule: Schedule, firstAt: number, now: number) {
  let lastAt = firstAt;
  let times = 1;
  for (let at = schedule.next(firstAt); at !== null && at <= now; at = schedule.next(at)) {
    lastAt = at;
    times++;
    if (times > limits.automations.missedMax) break;
  }
  return { lastAt, times };
}

function causeOf({ next_at, name }: Row<"automations">, lastAt: number, times: number): Cause {
  const at = (ms: number) => new Date(ms).toISOString().slice(0, 16).replace("T", " ");
  const why = `The schedule of "${name}" was due at ${at(lastAt)} UTC.`;
  if (times === 1) return { why, text: "" };
  const { missedMax } = limits.automations;
  const missed =
    times > missedMax ? `more than ${missedMax} times` : times === 2 ? "once" : `${times - 1} times`;
  return {
    why: `${why} It has been missed ${missed} since ${at(next_at ?? lastAt)}. This run replaces all missed runs.`,
    text: "",
  };
}
