import { dayMs, dayOf } from "../calendar.ts";
import { ai, human } from "../events/client-facts.ts";
import type { DaySource } from "../events/day-events.ts";
import { type EventSelection, forEachEvent } from "./scan.ts";

/** Returns the times of the first and last counted events, or null if there are none. */
export function findExtent(
  source: DaySource,
  selection: EventSelection,
): { firstMs: number; lastMs: number } | null {
  const { fromMs, toMs } = selection;
  if (fromMs >= toMs) return null;
  const days = source.listDays(dayOf(fromMs), dayOf(toMs - 1) + 1);
  const first = findFirst(days, (day) => extentOf(source, selection, day));
  const last = findFirst(days.toReversed(), (day) => extentOf(source, selection, day));
  return first === null || last === null ? null : { firstMs: first.firstMs, lastMs: last.lastMs };
}

function extentOf(source: DaySource, selection: EventSelection, day: number) {
  let [firstMs, lastMs] = [Infinity, -Infinity];
  const [fromMs, toMs] = [
    Math.max(selection.fromMs, day * dayMs),
    Math.min(selection.toMs, (day + 1) * dayMs),
  ];
  forEachEvent(source, { ...selection, fromMs, toMs }, (events, i) => {
    const at = events.day * dayMs + (events.time[i] as number);
    firstMs = Math.min(firstMs, at);
    lastMs = Math.max(lastMs, at);
  });
  return lastMs < firstMs ? null : { firstMs, lastMs };
}

/** Returns the first result that is not null, without calling `find` for later items. */
function findFirst<Item, Result>(items: readonly Item[], find: (item: Item) => Result | null): Result | null {
  for (const item of items) {
    const found = find(item);
    if (found !== null) return found;
  }
  return null;
}

/**
 * Counts distinct visitors in each interval in one chronological pass. An event counts if its visitor is not yet marked
 * in the interval. `starts` are ascending and include the end of the last interval. Returns the human, AI and total
 * counts of each interval.
 */
export function scanSeries(
  source: DaySource,
  selection: EventSelection,
  starts: readonly number[],
): Uint32Array {
  const counts = new Uint32Array((starts.length - 1) * 3);
  let marks = new Int32Array(1024).fill(-1);
  let seen = new Uint8Array(1024);
  let interval = 0;
  forEachEvent(source, selection, (events, i) => {
    const at = events.day * dayMs + (events.time[i] as number);
    while (at >= (starts[interval + 1] as number)) interval++;
    const visitor = events.visitor[i] as number;
    if (visitor >= marks.length) {
      const length = Math.max(visitor + 1, marks.length * 2);
      const [moreMarks, moreSeen] = [new Int32Array(length).fill(-1), new Uint8Array(length)];
      moreMarks.set(marks);
      moreSeen.set(seen);
      [marks, seen] = [moreMarks, moreSeen];
    }
    const before = marks[visitor] === interval ? (seen[visitor] as number) : 0;
    const fresh = (selection.bits[events.client[i] as number] as number) & ~before;
    if (fresh === 0) return;
    const at3 = interval * 3;
    if (fresh & human) counts[at3] = (counts[at3] as number) + 1;
    if (fresh & ai) counts[at3 + 1] = (counts[at3 + 1] as number) + 1;
    if (before === 0) counts[at3 + 2] = (counts[at3 + 2] as number) + 1;
    marks[visitor] = interval;
    seen[visitor] = before | fresh;
  });
  return counts;
}
