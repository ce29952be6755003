import { GrowingU16, GrowingU32 } from "./growing-column.ts";
import { joinColumns, listCount } from "./prev-lists.ts";

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
  /** The previous day + 1, the list. */
  private readonly day = new GrowingU16();
  private readonly list = new GrowingU16();
  private readonly value = new GrowingU32();
  private readonly prevMs = new GrowingU32();
  private readonly firstMs = new GrowingU32();

  add(list: number, entry: { value: number; prevDay: number; prevMs: number; firstMs: number }): void {
    this.day.push(entry.prevDay);
    this.list.push(list);
    this.value.push(entry.value);
    this.prevMs.push(entry.prevMs);
    this.firstMs.push(entry.firstMs);
  }

  encode(): Uint8Array {
    const { length } = this.day;
    const [days, listOf] = [this.day.view(), this.list.view()];
    const distinct = [...new Set(days)].sort((a, b) => a - b);
    const groupOf = new Map(distinct.map((day, group) => [day, group]));
    const ends = new Uint32Array(distinct.length * listCount);
    const keys = new Uint32Array(length);
    for (let i = 0; i < length; i++) {
      const key = (groupOf.get(days[i] as number) as number) * listCount + (listOf[i] as number);
      keys[i] = key;
      ends[key] = (ends[key] as number) + 1;
    }
    const next = new Uint32Array(ends.length);
    for (let key = 0, at = 0; key < ends.length; key++) {
      next[key] = at;
      at += ends[key] as number;
      ends[key] = at;
    }
    const records = new Uint32Array(length * 3);
    for (let i = 0; i < length; i++) {
      const key = keys[i] as number;
      const at = (next[key] as number) * 3;
      next[key] = (next[key] as number) + 1;
      records[at] = this.value.values[i] as number;
      records[at + 1] = this.prevMs.values[i] as number;
      records[at + 2] = this.firstMs.values[i] as number;
    }
    return joinColumns([Uint32Array.of(distinct.length), Uint32Array.from(distinct), ends, records]);
  }
}

/** Calls `visit` for each record of a block (as words), by previous day, then list. */
export function forEachCut(
  words: Uint32Array,
  visit: (list: number, record: { value: number; prevDay: number; prevMs: number; firstMs: number }) => void,
): void {
  const groups = words[0] as number;
  const endsAt = 1 + groups;
  let at = endsAt + groups * listCount;
  let from = 0;
  for (let key = 0; key < groups * listCount; key++) {
    const end = words[endsAt + key] as number;
    const prevDay = words[1 + Math.floor(key / listCount)] as number;
    for (; from < end; from++, at += 3)
      visit(key % listCount, {
        value: words[at] as number,
        prevDay,
        prevMs: words[at + 1] as number,
        firstMs: words[at + 2] as number,
      });
  }
}
