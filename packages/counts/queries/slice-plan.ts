import { createBlockBuffer } from "../derived/block-file.ts";
import { siteValue } from "../derived/dimensions.ts";
import type { SliceFile } from "../derived/slice-files.ts";
import { readTable, rowColumns, type SliceKey, viewMark } from "../derived/slices.ts";
import {
  type EventSelection,
  type Matches,
  reserveMatches,
  type SlicePlan,
  type ValueColumn,
} from "./matches.ts";

/**
 * If slices contain more of a month's events than this, a scan of the columns is faster, because it reads everything in
 * order.
 */
const shareMax = 0.5;

/** Slices with at most this many rows between them are read together, which is faster than two reads. */
const gapRows = 1024;

/** Some adjacent slices of a day: their values, and the row at which each ends. */
interface Run {
  readonly fromRow: number;
  /** Values and ends, in pairs. Values that aren't selected are -1. */
  readonly slices: number[];
}

interface PlannedDay {
  readonly file: SliceFile;
  readonly place: number;
  readonly key: SliceKey;
  readonly width: number;
  readonly runs: readonly Run[];
}

/**
 * Chooses, for each file, the order in which the selected slices have the fewest events. `days` has the stamp of each
 * day's segment, because slices may have been built from an earlier one.
 */
export function planSlices(
  files: readonly SliceFile[],
  days: ReadonlyMap<number, string | undefined>,
  { selection, values }: { selection: EventSelection; values: ValueColumn },
): SlicePlan {
  const planned = new Map<number, PlannedDay>();
  for (const file of files) for (const [day, own] of planFile(file, days, selection)) planned.set(day, own);
  const buffer = createBlockBuffer();
  return {
    read(day, matches) {
      const own = planned.get(day);
      if (own === undefined) return false;
      const { file, place, key, width, runs } = own;
      for (const run of runs) {
        const rows = (run.slices.at(-1) as number) - run.fromRow;
        const from = (run.fromRow * width * 4) & ~7;
        const skipped = (run.fromRow * width * 4 - from) / 4;
        file.readRows(key, place, { from, length: rows * width * 4 + skipped * 4 }, buffer);
        reserveMatches(matches, rows);
        matchRows(buffer.u32, { at: skipped, width, run, key }, { selection, values, matches });
      }
      return true;
    },
  };
}

function planFile(
  file: SliceFile,
  days: ReadonlyMap<number, string | undefined>,
  selection: EventSelection,
): Map<number, PlannedDay> {
  const wanted = file.days.flatMap((day, place) =>
    days.get(day) === file.stamps[place] ? [{ day, place }] : [],
  );
  let best: { rows: number; days: Map<number, PlannedDay> } | null = null;
  let all = 0;
  for (const key of keysOf(selection)) {
    const found = planKey(file, key, { wanted, selection });
    all = found.all;
    if (found.rows < (best?.rows ?? Infinity)) best = found;
  }
  return best === null || best.rows > all * shareMax ? new Map() : best.days;
}

/** The keys that restrict the selection. */
function* keysOf({ isFiltered }: EventSelection): Iterable<SliceKey> {
  if (isFiltered.clients) yield "client";
  if (isFiltered.referrers) yield "referrer";
  if (isFiltered.paths) yield "path";
}

function planKey(
  file: SliceFile,
  key: SliceKey,
  { wanted, selection }: { wanted: readonly { day: number; place: number }[]; selection: EventSelection },
): { rows: number; all: number; days: Map<number, PlannedDay> } {
  const isSelected = selectedOf(key, selection);
  const planned = new Map<number, PlannedDay>();
  let [rows, all] = [0, 0];
  const [first, last] = [wanted[0], wanted.at(-1)];
  if (first === undefined || last === undefined) return { rows, all, days: planned };
  const buffer = createBlockBuffer();
  file.readTables(key, first.place, last.place + 1, buffer);
  for (const { day, place } of wanted) {
    const start = (buffer.starts[place - first.place] as number) / 4;
    const { u32 } = buffer;
    const { slices, width, valuesAt, endsAt } = readTable(u32, start);
    const runs: Run[] = [];
    let run: Run | null = null;
    /** The selected slice before this one ends here. */
    let selectedEnd = 0;
    let from = 0;
    for (let slice = 0; slice < slices; slice++) {
      const value = u32[valuesAt + slice] as number;
      const end = u32[endsAt + slice] as number;
      if ((isSelected[value] ?? 0) > 0) {
        if (run === null || from - selectedEnd > gapRows) {
          run = { fromRow: from, slices: [] };
          runs.push(run);
        } else if (from > selectedEnd) run.slices.push(-1, from);
        run.slices.push(value, end);
        rows += end - from;
        selectedEnd = end;
      }
      from = end;
    }
    all += from;
    planned.set(day, { file, place, key, width, runs });
  }
  return { rows, all, days: planned };
}

/** For each value of a key, a number above zero if it is selected. */
function selectedOf(key: SliceKey, { bits, pathCounts, originCounts }: EventSelection): Uint8Array {
  if (key === "client") return bits;
  return key === "path" ? pathCounts : (originCounts as Uint8Array);
}

function matchRows(
  u32: Uint32Array,
  { at, width, run, key }: { at: number; width: number; run: Run; key: SliceKey },
  { selection, values, matches }: { selection: EventSelection; values: ValueColumn; matches: Matches },
): void {
  const { bits, pathCounts, originCounts } = selection;
  const { packed, value, isView } = matches;
  const { column, table } = values;
  const [first] = rowColumns[key];
  const valuePlace = column === key ? 0 : column === first ? 1 : column === "site" ? 3 : 2;
  const isNarrow = width === 2;
  let { length } = matches;
  let from = run.fromRow;
  for (let slice = 0; slice < run.slices.length; slice += 2) {
    const own = run.slices[slice] as number;
    const end = run.slices[slice + 1] as number;
    if (own < 0) {
      from = end;
      continue;
    }
    let word = at + (from - run.fromRow) * width;
    for (let row = from; row < end; row++, word += width) {
      const head = u32[word] as number;
      const next = u32[word + 1] as number;
      const one = isNarrow ? next & 0xffff : next;
      const two = isNarrow ? next >>> 16 : (u32[word + 2] as number);
      const client = key === "client" ? own : first === "client" ? one : two;
      const bit = bits[client];
      if (!bit) continue;
      const path = key === "path" ? own : one;
      if (pathCounts[path] !== 1 && key !== "path") continue;
      if (originCounts !== null && key !== "referrer" && originCounts[two] !== 1) continue;
      packed[length] = ((head & ~viewMark) << 2) | bit;
      const number = valuePlace === 0 ? own : valuePlace === 1 ? one : valuePlace === 2 ? two : siteValue;
      value[length] = table === null ? number : (table[number] as number);
      isView[length] = head >>> 31;
      length++;
    }
    from = end;
  }
  matches.length = length;
}
