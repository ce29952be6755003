import { CutRecordsBuilder, forEachCut } from "./cut-records.ts";
import { GrowingU32 } from "./growing-column.ts";
import type { DimensionBlocks } from "./index-part.ts";
import { forEachPrev, listCount, PrevListsBuilder } from "./prev-lists.ts";
import { sortEntries } from "./sort-entries.ts";
import { ValueSumsBuilder } from "./value-sums.ts";

/**
 * A month as if it were one day: of the lists and cut records only what has its previous day before the month, since
 * a range that holds the whole month counts nothing else of it. A year is a dozen look-ups, and the roll-ups are small.
 */
export function rollUp(blocks: DimensionBlocks, firstDay: number): Record<keyof DimensionBlocks, Uint8Array> {
  return {
    lists: rollUpLists(blocks.lists, firstDay),
    cuts: rollUpCuts(blocks.cuts, firstDay),
    views: rollUpSums(blocks.views),
  };
}

const wordsOf = (block: Uint8Array): Uint32Array => new Uint32Array(Uint8Array.from(block).buffer);

function rollUpLists(blocks: readonly Uint8Array[], firstDay: number): Uint8Array {
  const gathered = Array.from({ length: listCount }, () => ({
    value: new GrowingU32(),
    prev: new GrowingU32(),
    count: new GrowingU32(),
  }));
  for (const block of blocks) {
    const u32 = wordsOf(block);
    forEachPrev({ u32, u16: new Uint16Array(u32.buffer), start: 0 }, (list, value, prev, count) => {
      if (prev > firstDay) return;
      gathered[list]?.value.push(value);
      gathered[list]?.prev.push(prev);
      gathered[list]?.count.push(count);
    });
  }
  const builder = new PrevListsBuilder();
  const ordered = gathered.map(({ value, prev, count }) => {
    const columns = { length: value.length, value: value.view(), visitor: prev.view() };
    return { ...columns, count: count.view(), order: sortEntries(columns), at: 0 };
  });
  for (;;) {
    let value = Infinity;
    for (const { value: values, order, at } of ordered)
      if (at < order.length) value = Math.min(value, values[order[at] as number] as number);
    if (value === Infinity) return builder.encode();
    for (const [list, one] of ordered.entries()) {
      for (; one.at < one.order.length; one.at++) {
        const i = one.order[one.at] as number;
        if (one.value[i] !== value) break;
        for (let count = one.count[i] as number; count > 0; count--)
          builder.add(list, one.visitor[i] as number);
      }
    }
    builder.endValue(value);
  }
}

function rollUpCuts(blocks: readonly Uint8Array[], firstDay: number): Uint8Array {
  const builder = new CutRecordsBuilder();
  for (const block of blocks)
    forEachCut(wordsOf(block), (list, record) => {
      if (record.prevDay <= firstDay) builder.add(list, record);
    });
  return builder.encode();
}

/** The sums of several blocks by value. */
export function rollUpSums(blocks: readonly Uint8Array[]): Uint8Array {
  const sums = new Map<number, [number, number]>();
  for (const block of blocks) {
    const u32 = wordsOf(block);
    const values = u32[0] as number;
    for (let i = 1; i <= values; i++) {
      const [first, second] = sums.get(u32[i] as number) ?? [0, 0];
      sums.set(u32[i] as number, [
        first + (u32[values + i] as number),
        second + (u32[2 * values + i] as number),
      ]);
    }
  }
  const builder = new ValueSumsBuilder();
  for (const [value, [first, second]] of [...sums].sort(([a], [b]) => a - b))
    builder.add(value, first, second);
  return builder.encode();
}
