import { dayMs, dayOf } from "../calendar.ts";
import { ai, human } from "../events/client-facts.ts";
import { type DayEvents, type DaySource, eventsWithin } from "../events/day-events.ts";

/** Specifies the events to count, and their values. */
export interface Selection {
  readonly fromMs: number;
  readonly toMs: number;
  /** By client: `human`, `ai` or 0. */
  readonly bits: Uint8Array;
  /** For each path, 1 if it counts; paths beyond the end are newer than the query. */
  readonly pathCounts: Uint8Array;
  /** For each referrer, 1 if it counts; null if all count. */
  readonly originCounts: Uint8Array | null;
  /** Returns the number of an event's value, which is below `valuesEnd`; 0 if the event has none. */
  readonly valueAt: (events: DayEvents, index: number) => number;
  readonly valuesEnd: number;
}

/** Specifies the events to count. */
export type EventSelection = Pick<Selection, "fromMs" | "toMs" | "bits" | "pathCounts" | "originCounts">;

/** The counts of each set, by value; `totals` are unions over all values. */
export interface ValueCounts {
  readonly human: Int32Array;
  readonly ai: Int32Array;
  readonly total: Int32Array;
  totals: { human: number; ai: number; total: number };
}

/** Room for a million visitors. Unused memory costs nothing, but growing to this size would be expensive. */
const marksAtFirst = 1 << 20;

/** Maximum number of entries per pass, all in memory: 32 MiB. */
const passEntriesMax = 8_000_000;

/**
 * Counts distinct visitors by value directly from the events. This follows the plain definition and needs only the days
 * as columns. Lays out events by value, then marks each value's visitors with the value's number. If the events do not
 * fit in memory, makes several passes over the days, each for a range of values.
 */
export function scanVisitors(source: DaySource, selection: Selection): ValueCounts {
  const { bits, valueAt, valuesEnd } = selection;
  const counts = createCounts(valuesEnd);
  const sizes = new Uint32Array(valuesEnd);
  const site = createMarks();
  forEachEvent(source, selection, (events, i) => {
    const value = valueAt(events, i);
    sizes[value] = (sizes[value] as number) + 1;
    site.mark(events.visitor[i] as number, bits[events.client[i] as number] as number, 1);
  });
  counts.totals = site.counted();

  const marks = createMarks();
  for (let first = 1; first < valuesEnd; ) {
    const starts = new Uint32Array(valuesEnd + 1);
    let end = first;
    let entries = 0;
    while (end < valuesEnd && (end === first || entries + (sizes[end] as number) <= passEntriesMax)) {
      starts[end] = entries;
      entries += sizes[end++] as number;
    }
    const laid = new Uint32Array(entries);
    const next = starts.slice();
    forEachEvent(source, selection, (events, i) => {
      const value = valueAt(events, i);
      if (value < first || value >= end) return;
      const at = next[value] as number;
      next[value] = at + 1;
      laid[at] = ((events.visitor[i] as number) << 2) | (bits[events.client[i] as number] as number);
    });
    for (let value = first; value < end; value++) {
      for (let at = starts[value] as number; at < (next[value] as number); at++)
        marks.mark((laid[at] as number) >>> 2, (laid[at] as number) & 3, value);
      const found = marks.counted();
      counts.human[value] = found.human;
      counts.ai[value] = found.ai;
      counts.total[value] = found.total;
    }
    first = end;
  }
  return counts;
}

/** Adds human and AI views by value, from events that count as views. */
export function addViews(
  source: DaySource,
  selection: Selection,
  counts: Pick<ValueCounts, "human" | "ai">,
): void {
  const { bits, valueAt } = selection;
  forEachEvent(source, selection, (events, i) => {
    if (events.isView[i] === 0) return;
    const column = bits[events.client[i] as number] === human ? counts.human : counts.ai;
    const value = valueAt(events, i);
    column[value] = (column[value] as number) + 1;
  });
}

/** Counts the distinct visitors of a selection, over all values. */
export function scanTotals(source: DaySource, selection: EventSelection): ValueCounts["totals"] {
  const marks = createMarks();
  forEachEvent(source, selection, (events, i) =>
    marks.mark(events.visitor[i] as number, selection.bits[events.client[i] as number] as number, 1),
  );
  return marks.counted();
}

/** Calls `visit` for each counted event of the selection, in chronological order. */
export function forEachEvent(
  source: DaySource,
  selection: EventSelection,
  visit: (events: DayEvents, index: number) => void,
): void {
  const { fromMs, toMs, bits, pathCounts, originCounts } = selection;
  if (fromMs >= toMs) return;
  for (const day of source.listDays(dayOf(fromMs), dayOf(toMs - 1) + 1)) {
    const events = source.loadDay(day);
    const { from, to } = eventsWithin(events, day * dayMs, { fromMs, toMs });
    for (let i = from; i < to; i++) {
      // If a client or path is newer than the query, its entry is undefined, and the event is newer as well.
      if (!bits[events.client[i] as number] || pathCounts[events.path[i] as number] !== 1) continue;
      if (originCounts !== null && originCounts[events.referrer[i] as number] !== 1) continue;
      visit(events, i);
    }
  }
}

interface Marks {
  /** Marks a visitor as seen with `bits` in a group. Groups are numbered from 1 and must be ascending. */
  mark(visitor: number, bits: number, group: number): void;
  /** Returns the counts since the last call. */
  counted(): { human: number; ai: number; total: number };
}

/** A visitor's mark consists of their last group and the sets in it, so nothing needs to be cleared between groups. */
function createMarks(): Marks {
  let marks = new Uint32Array(marksAtFirst);
  let [humans, ais, totals] = [0, 0, 0];
  return {
    mark(visitor, bits, group) {
      if (visitor >= marks.length) {
        const more = new Uint32Array(Math.max(visitor + 1, marks.length * 2));
        more.set(marks);
        marks = more;
      }
      const before = marks[visitor] as number;
      const seen = before >>> 2 === group ? before & 3 : 0;
      const fresh = bits & ~seen;
      if (fresh === 0) return;
      if (seen === 0) totals++;
      if (fresh & human) humans++;
      if (fresh & ai) ais++;
      marks[visitor] = ((group << 2) | seen | bits) >>> 0;
    },
    counted() {
      const found = { human: humans, ai: ais, total: totals };
      [humans, ais, totals] = [0, 0, 0];
      return found;
    },
  };
}

export function createCounts(valuesEnd: number): ValueCounts {
  return {
    human: new Int32Array(valuesEnd),
    ai: new Int32Array(valuesEnd),
    total: new Int32Array(valuesEnd),
    totals: { human: 0, ai: 0, total: 0 },
  };
}
