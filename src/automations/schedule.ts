import { Cron } from "croner";
import { limits } from "../limits.ts";

/** A five-field cron expression in a time zone, so that 9:00 stays 9:00 when daylight saving time starts. */
export interface Schedule {
  /** Returns the first due time after `afterMs`, in milliseconds, or null if there is none. */
  next(afterMs: number): number | null;
}

/**
 * Throws a RangeError with a human-readable message if the expression does not have five fields, if the time zone does
 * not exist, or if the schedule is never due or is due more often than `limits.automations.everyMsMin` allows. If a
 * clock change skips a due time, the schedule is due right after the change. If a clock change repeats a due time, the
 * schedule is due once, except for steps and asterisks in the hour or minute field, which apply again.
 */
export function parseSchedule(cron: string, timeZone: string, nowMs: number): Schedule {
  const schedule = openSchedule(cron, timeZone);
  let at = schedule.next(nowMs);
  if (at === null) throw new RangeError(`The schedule ${cron} is never due.`);
  for (let n = 0; n < comparedTimes && at !== null; n++) {
    const following = schedule.next(at);
    if (following !== null && following - at < limits.automations.everyMsMin)
      throw new RangeError(
        `The schedule ${cron} is due more often than every ${limits.automations.everyMsMin / 60_000} minutes.`,
      );
    at = following;
  }
  return schedule;
}

/** Returns up to `count` next due times in milliseconds. Throws like `parseSchedule`. */
export function listNext(cron: string, timeZone: string, from: { nowMs: number; count: number }): number[] {
  const schedule = parseSchedule(cron, timeZone, from.nowMs);
  const times: number[] = [];
  for (let at = schedule.next(from.nowMs); at !== null && times.length < from.count; at = schedule.next(at))
    times.push(at);
  return times;
}

/** Covers a day at the shortest interval allowed, which is enough to find two due times that are too close together. */
const comparedTimes = 300;

/** Like `parseSchedule`, without its checks, for schedules that were checked when they were created. */
export function openSchedule(cron: string, timeZone: string): Schedule {
  let parsed: Cron;
  try {
    parsed = new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });
    parsed.nextRun(new Date(0));
  } catch (cause) {
    throw new RangeError(
      `"${cron}" in ${timeZone} is not a valid schedule. Use five fields and a time zone, e.g. "0 9 * * 1" in Europe/Berlin.`,
      { cause },
    );
  }
  return {
    next(afterMs) {
      const next = parsed.nextRun(new Date(afterMs));
      return next === null ? null : next.getTime();
    },
  };
}
