import type { DaySource } from "../events/day-events.ts";
import type { MonthsToRead } from "../events/months-to-read.ts";
import { readDay, stampDays } from "../events/read-day.ts";
import { createVisitorTable } from "../events/visitor-table.ts";
import type { DerivedFiles } from "./derived-files.ts";

/**
 * The days of one question, within one snapshot of the events: from their segment where that is of the same state,
 * else from the events themselves. Visitors that have no number yet get one for this question.
 */
export function createDaySource(
  months: MonthsToRead,
  { segments, visitors: dictionary, manifest }: DerivedFiles,
  options: { readonly isBrowser: Uint8Array; readonly retainedFrom: number },
): DaySource {
  const { isBrowser, retainedFrom } = options;
  const visitors = createVisitorTable({
    first: manifest.visitorsEnd,
    ...(dictionary === null ? {} : { find: (words, at) => dictionary.find(words, at) }),
  });
  /** Which days are as they were when they were sealed, as far as was asked. */
  const fresh = new Map<number, boolean>();
  return {
    listDays(from, to) {
      const rows = months.listDays(Math.max(from, retainedFrom) - 1, to + 1);
      const stamps = stampDays(rows, retainedFrom);
      const days = rows.filter(
        ({ day, events }) => day >= Math.max(from, retainedFrom) && day < to && events > 0,
      );
      for (const { day } of days) fresh.set(day, segments.stampOf(day) === stamps.get(day));
      return days.map(({ day }) => day);
    },
    loadDay: (day) =>
      fresh.get(day) === true
        ? segments.load(day)
        : readDay(months, day, { visitors, isBrowser: () => isBrowser, retainedFrom }),
  };
}
