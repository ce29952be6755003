import { GrowingU16, GrowingU32 } from "./growing-column.ts";
import { joinColumns, listCount, lists, type SetCounts } from "./prev-lists.ts";

const listShift = 27;
const instantMask = 0x7ffffff;

/**
 * What a range that begins or ends within a day needs of a day that the lists of previous days do not say: the
 * instants. A record is one entry of a list (see `prev-lists.ts`): its value, the previous event's day and instant,
 * and the first instant of this day.
 *
 * Where the range begins within day p, the lists count entries whose previous day is before p; of those whose previous
 * day is p, the ones count whose previous instant is before the range: the records of the group p. Where the range
 * ends within this day, the records count whose first instant is before its end.
 *
 * `plus` and `minus` are wider than in the lists, since the union's own instants count: an entry that was both, or
 * whose sets alternate, has its union as `plus` and what it corrects as `minus`.
 */
export class CutRecordsBuilder {
  /** Records come by value: each value, and how many records there are with its own. */
  private readonly values = new GrowingU32();
  private readonly ends = new GrowingU32();
  /** The previous day + 1. */
  private readonly day: GrowingU16;
  private readonly prevMs: GrowingU32;
  /** With the list above it: an instant of a day has 27 bits. */
  private readonly firstMs: GrowingU32;

  /** For about so many records: the columns are the most that building an index holds, and growing doubles them. */
  constructor(records: number) {
    this.day = new GrowingU16(records);
    this.prevMs = new GrowingU32(records);
    this.firstMs = new GrowingU32(records);
  }

  /** Numbers one after the other, since this is called for every entry of every day. */
  add(list: number, prevDay: number, prevMs: number, firstMs: number): void {
    this.day.push(prevDay);
    this.prevMs.push(prevMs);
    this.firstMs.push((firstMs | (list << listShift)) >>> 0);
  }

  /** All that was added since belongs to this value. */
  endValue(value: number): void {
    this.values.push(value);
    this.ends.push(this.day.length);
  }

  encode(): Uint8Array {
    const { length } = this.day;
    const [days, firstMs] = [this.day.view(), this.firstMs.view()];
    const groupOf = new Uint16Array(0x10000);
    const distinct: number[] = [];
    for (const day of days) {
      if (groupOf[day] === 0) distinct.push(day);
      groupOf[day] = 1;
    }
    distinct.sort((a, b) => a - b);
    for (const [group, day] of distinct.entries()) groupOf[day] = group;

    const ends = new Uint32Array(distinct.length * listCount);
    const keyOf = (i: number) =>
      (groupOf[days[i] as number] as number) * listCount + ((firstMs[i] as number) >>> listShift);
    for (let i = 0; i < length; i++) {
      const key = keyOf(i);
      ends[key] = (ends[key] as number) + 1;
    }
    const next = new Uint32Array(ends.length);
    for (let key = 0, at = 0; key < ends.length; key++) {
      next[key] = at;
      at += ends[key] as number;
      ends[key] = at;
    }
    const records = new Uint32Array(length * 3);
    const [values, valueEnds, prevMs] = [this.values.values, this.ends.values, this.prevMs.values];
    for (let i = 0, value = 0; i < length; i++) {
      while (i === valueEnds[value]) value++;
      const key = keyOf(i);
      const at = (next[key] as number) * 3;
      next[key] = (next[key] as number) + 1;
      records[at] = values[value] as number;
      records[at + 1] = prevMs[i] as number;
      records[at + 2] = (firstMs[i] as number) & instantMask;
    }
    return joinColumns([Uint32Array.of(distinct.length), Uint32Array.from(distinct), ends, records]);
  }
}

/**
 * Puts the records of several blocks together that have their previous day within [1, lastGroup] (day + 1). Each block
 * is read twice, one at a time: together they may be more than should be in memory.
 */
export function joinCutRecords(
  { count, read }: { readonly count: number; readonly read: (index: number) => Uint32Array },
  lastGroup: number,
): Uint8Array {
  /** By group and list: first how many records, then where the next goes. */
  const next = new Map<number, number>();
  for (let block = 0; block < count; block++)
    forEachGroup(read(block), lastGroup, (key, from, to) => next.set(key, (next.get(key) ?? 0) + to - from));

  const groups = [...new Set(next.keys().map((key) => Math.floor(key / listCount)))].sort((a, b) => a - b);
  const ends = new Uint32Array(groups.length * listCount);
  let length = 0;
  for (const [place, group] of groups.entries())
    for (let list = 0; list < listCount; list++) {
      const records = next.get(group * listCount + list) ?? 0;
      next.set(group * listCount + list, length);
      length += records;
      ends[place * listCount + list] = length;
    }
  // All in one piece: a month's records are too many to be there twice.
  const joined = new Uint32Array(1 + groups.length + ends.length + length * 3);
  joined.set([groups.length, ...groups, ...ends]);
  const records = joined.subarray(1 + groups.length + ends.length);
  for (let block = 0; block < count; block++) {
    const words = read(block);
    const recordsAt = 1 + (words[0] as number) * (1 + listCount);
    forEachGroup(words, lastGroup, (key, from, to) => {
      const at = next.get(key) as number;
      records.set(words.subarray(recordsAt + from * 3, recordsAt + to * 3), at * 3);
      next.set(key, at + to - from);
    });
  }
  return new Uint8Array(joined.buffer);
}

/** Calls `visit` with group * listCount + list and the records [from, to) of each that lies within [1, lastGroup]. */
function forEachGroup(
  words: Uint32Array,
  lastGroup: number,
  visit: (key: number, from: number, to: number) => void,
): void {
  const groups = words[0] as number;
  let from = 0;
  for (let at = 0; at < groups * listCount; at++) {
    const to = words[1 + groups + at] as number;
    const group = words[1 + Math.floor(at / listCount)] as number;
    if (to > from && group >= 1 && group <= lastGroup) visit(group * listCount + (at % listCount), from, to);
    from = to;
  }
}

interface Block {
  readonly u32: Uint32Array;
  /** Where the block begins, in words. */
  readonly start: number;
}

/** Where the records of one previous day lie in a block: words from its beginning, and records up to each list's end. */
export interface CutGroup {
  readonly at: number;
  readonly ends: readonly number[];
}

/** Enough of a block's beginning to find any group of a year; more is read where there are more. */
export const cutHeadBytes = 8192;

/** How much of a block comes before its records, in bytes. */
export const cutHeadLength = (head: Uint32Array): number => (1 + (head[0] as number) * (1 + listCount)) * 4;

/** The records whose previous event was on `day`, found in a block's head; null where there are none. */
export function findCutGroup(head: Uint32Array, day: number): CutGroup | null {
  const groups = head[0] as number;
  let group = 0;
  while (group < groups && (head[1 + group] as number) < day + 1) group++;
  if (group === groups || head[1 + group] !== day + 1) return null;
  const endsAt = 1 + groups;
  const key = group * listCount;
  const from = key === 0 ? 0 : (head[endsAt + key - 1] as number);
  const ends = Array.from({ length: listCount }, (_, list) => (head[endsAt + key + list] as number) - from);
  return { at: endsAt + groups * listCount + from * 3, ends };
}

/**
 * Adds those of a group's records, which begin at `words[at]`, whose previous event was before `beforeMs` of its day:
 * what the lists do not count where a range begins at that instant. `total` gets the correction, as with `addBlock`.
 */
export function addCutGroup(
  words: Uint32Array,
  { at, ends }: CutGroup,
  beforeMs: number,
  counts: SetCounts,
): void {
  let from = 0;
  for (let list = 0; list < listCount; list++) {
    const to = ends[list] as number;
    const { column, sign } = columnOf(list, counts);
    for (let record = at + from * 3; record < at + to * 3; record += 3) {
      if ((words[record + 1] as number) >= beforeMs) continue;
      const value = words[record] as number;
      column[value] = (column[value] as number) + sign;
    }
    from = to;
  }
}

/**
 * Adds the entries of a day that begin before `toMs` of it and whose previous event was before the instant `fromMs`
 * of the day `fromDay`: the last day of a range that ends within it.
 */
export function addCutDay(
  { u32, start }: Block,
  { fromDay, fromMs, toMs }: { fromDay: number; fromMs: number; toMs: number },
  counts: SetCounts,
): void {
  const groups = u32[start] as number;
  const endsAt = start + 1 + groups;
  const recordsAt = endsAt + groups * listCount;
  let from = 0;
  for (let group = 0; group < groups; group++) {
    const day = (u32[start + 1 + group] as number) - 1;
    if (day > fromDay) return;
    const prevEnd = day < fromDay ? Infinity : fromMs;
    for (let list = 0; list < listCount; list++) {
      const to = u32[endsAt + group * listCount + list] as number;
      const { column, sign } = columnOf(list, counts);
      for (let at = recordsAt + from * 3; at < recordsAt + to * 3; at += 3) {
        if ((u32[at + 1] as number) >= prevEnd || (u32[at + 2] as number) >= toMs) continue;
        const value = u32[at] as number;
        column[value] = (column[value] as number) + sign;
      }
      from = to;
    }
  }
}

function columnOf(list: number, counts: SetCounts): { column: Int32Array; sign: number } {
  if (list === lists.humans) return { column: counts.human, sign: 1 };
  if (list === lists.ai) return { column: counts.ai, sign: 1 };
  return { column: counts.total, sign: list === lists.plus ? 1 : -1 };
}
