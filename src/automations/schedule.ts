import { Cron } from "croner";
import { limits } from "../limits.ts";

/** When a schedule is due: five fields of cron, read in a time zone, so that 9 o'clock stays 9 o'clock in summer. */
export interface Schedule {
  /** The first instant after this one, in milliseconds; null where there is none any more. */
  next(afterMs: number): number | null;
}

/**
 * Throws a sentence for what is no schedule: not five fields, no such time zone, never due, or due more often than
 * `limits.automations.everyMsMin`. A time that a change of clocks leaves out is made up for right after it; one that
 * comes twice counts once, but for steps and stars in the hour or minute, which go on.
 */
export function parseSchedule(cron: string, timeZone: string, nowMs: number): Schedule {
  const schedule = openSchedule(cron, timeZone);
  let at = schedule.next(nowMs);
  if (at === null) throw new RangeError(`The schedule ${cron} is never due.`);
  for (let n = 0; n < looksAhead && at !== null; n++) {
    const following = schedule.next(at);
    if (following !== null && following - at < limits.automations.everyMsMin)
      throw new RangeError(
        `The schedule ${cron} is due more often than every ${limits.automations.everyMsMin / 60_000} minutes.`,
      );
    at = following;
  }
  return schedule;
}

/** The next instants of a schedule, in milliseconds: fewer where there are no more. Throws as `parseSchedule` does. */
export function listNext(cron: string, timeZone: string, from: { nowMs: number; count: number }): number[] {
  const schedule = parseSchedule(cron, timeZone, from.nowMs);
  const times: number[] = [];
  for (let at = schedule.next(from.nowMs); at !== null && times.length < from.count; at = schedule.next(at))
    times.push(at);
  return times;
}

/** Two instants that are near each other are found within a day's worth of the shortest step that is allowed. */
const looksAhead = 300;

/** The same without the checks, for one that was checked when it was made. */
export function openSchedule(cron: string, timeZone: string): Schedule {
  let parsed: Cron;
  try {
    parsed = new Cron(cron, { timezone: timeZone, mode: "5-part", paused: true });
    parsed.nextRun(new Date(0));
  } catch (cause) {
    throw new RangeError(
      `"${cron}" in ${timeZone} is no schedule. Write five fields and a time zone, e.g. "0 9 * * 1" in Europe/Berlin.`,
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
