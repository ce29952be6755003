import { dayMs, dayOf } from "../calendar.ts";
import { siteValue } from "../derived/dimensions.ts";
import type { NarrowColumns } from "../derived/segment.ts";
import { type DayEvents, type DaySource, eventsWithin } from "../events/day-events.ts";

/** Specifies the events to count. */
export interface EventSelection {
  readonly fromMs: number;
  readonly toMs: number;
  /** By client: `human`, `ai` or 0. */
  readonly bits: Uint8Array;
  /** For each path, 1 if it counts; paths beyond the end are newer than the query. */
  readonly pathCounts: Uint8Array;
  /** For each referrer, 1 if it counts; null if all count. */
  readonly originCounts: Uint8Array | null;
  /** Which of the three columns select only some events. */
  readonly isFiltered: { readonly clients: boolean; readonly paths: boolean; readonly referrers: boolean };
}

/** Which value an event counts for: an entry of a column, or of the table that the column indexes. */
export interface ValueColumn {
  /** All events of a site have the value `siteValue`. */
  readonly column: "path" | "client" | "referrer" | "site";
  /** Null if the column has the values. Values are below `valuesEnd`; 0 means none. */
  readonly table: ArrayLike<number> | null;
}

/** Some selected events of one day, in memory that is reused for the next ones. */
export interface Matches {
  day: number;
  length: number;
  /** The visitor, shifted by two bits, and the client's bits. */
  packed: Uint32Array;
  value: Uint32Array;
  isView: Uint8Array;
}

/** Reads the selected events of some days from slices. */
export interface SlicePlan {
  /** Adds a day's selected events; returns false if the day is not read from slices. */
  read(day: number, matches: Matches): boolean;
}

/** A source of days that may have slices. */
export interface MatchSource extends DaySource {
  /** The columns of a sealed day; null if it has changed. Valid until the next call. */
  loadNarrow?(day: number): NarrowColumns | null;
  /** Finds the days that are best read from slices. */
  plan?(selection: EventSelection, values: ValueColumn, days: readonly number[]): SlicePlan;
}

/** Calls `visit` for the selected events, day by day; within a day in any order. */
export function forEachMatch(
  source: MatchSource,
  selection: EventSelection,
  values: ValueColumn,
  visit: (matches: Matches) => void,
): void {
  const { fromMs, toMs } = selection;
  if (fromMs >= toMs) return;
  const days = source.listDays(dayOf(fromMs), dayOf(toMs - 1) + 1);
  const whole = days.filter((day) => day * dayMs >= fromMs && (day + 1) * dayMs <= toMs);
  const plan = source.plan?.(selection, values, whole) ?? null;
  const matches = createMatches();
  for (const day of days) {
    matches.day = day;
    matches.length = 0;
    if (plan?.read(day, matches) !== true) {
      const events = source.loadNarrow?.(day) ?? source.loadDay(day);
      const range = eventsWithin(events, day * dayMs, { fromMs, toMs });
      matchEvents(events, range, { selection, values, matches });
    }
    if (matches.length > 0) visit(matches);
  }
}

function createMatches(): Matches {
  const length = 1 << 12;
  return {
    ...{ day: 0, length: 0 },
    packed: new Uint32Array(length),
    value: new Uint32Array(length),
    isView: new Uint8Array(length),
  };
}

/** Calls `visit` for each selected event, in chronological order. */
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

/** Makes room for more events; keeps those that are there. */
export function reserveMatches(matches: Matches, more: number): void {
  const length = matches.length + more;
  if (length <= matches.packed.length) return;
  const { packed, value, isView } = matches;
  const reserved = length + (length >> 1);
  matches.packed = new Uint32Array(reserved);
  matches.packed.set(packed);
  matches.value = new Uint32Array(reserved);
  matches.value.set(value);
  matches.isView = new Uint8Array(reserved);
  matches.isView.set(isView);
}

function matchEvents(
  events: DayEvents | NarrowColumns,
  { from, to }: { from: number; to: number },
  { selection, values, matches }: { selection: EventSelection; values: ValueColumn; matches: Matches },
): void {
  const { bits, pathCounts, originCounts } = selection;
  const { visitor, client, path, referrer, isView } = events;
  const column = values.column === "site" ? null : events[values.column];
  const { table } = values;
  reserveMatches(matches, to - from);
  const { packed, value, isView: views } = matches;
  let length = 0;
  for (let i = from; i < to; i++) {
    // If a client or path is newer than the query, its entry is undefined, and the event is newer as well.
    const bit = bits[client[i] as number];
    if (!bit || pathCounts[path[i] as number] !== 1) continue;
    if (originCounts !== null && originCounts[referrer[i] as number] !== 1) continue;
    packed[length] = ((visitor[i] as number) << 2) | bit;
    const own = column === null ? siteValue : (column[i] as number);
    value[length] = table === null ? own : (table[own] as number);
    views[length] = isView[i] as number;
    length++;
  }
  matches.length = length;
}
