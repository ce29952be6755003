import { joinCutRecords } from "./cut-records.ts";
import type { Section } from "./index-part.ts";
import { ListCursor, listCount, PrevListsBuilder } from "./prev-lists.ts";
import { ValueSumsBuilder } from "./value-sums.ts";

/** The blocks of a section's days, each read from disk when it is asked for. */
export interface DayBlocks {
  readonly count: number;
  readonly read: (index: number) => Uint32Array;
}

/**
 * A section of a month as if it were one day: of the lists and cut records only what has its previous day before the
 * month, since a range that holds the whole month counts nothing else of it. A year is a dozen look-ups, and the
 * roll-ups are small. Of the cut records, which say where the previous event was, none that say nowhere are kept.
 * Last instants are asked for of single days only.
 */
export function rollUp(section: Section, blocks: DayBlocks, firstDay: number): Uint8Array {
  if (section.endsWith(".lists")) return rollUpLists(blocks, firstDay);
  if (section.endsWith(".cuts")) return joinCutRecords(blocks, firstDay);
  return section.endsWith(".lasts") ? new Uint8Array() : rollUpSums(blocks);
}

/**
 * A previous day (day + 1) before the month is at most `firstDay`. Every block is in order of value within each list,
 * so the values of all are walked side by side; nothing is sorted but each value's own numbers.
 */
function rollUpLists({ count, read }: DayBlocks, firstDay: number): Uint8Array {
  const cursors = Array.from({ length: count }, (_, block) => {
    const u32 = read(block);
    return Array.from({ length: listCount }, (_list, list) => new ListCursor(u32, list));
  });
  const builder = new PrevListsBuilder();
  for (;;) {
    let value = Infinity;
    for (const ofBlock of cursors) for (const cursor of ofBlock) value = Math.min(value, cursor.value);
    if (value === Infinity) return builder.encode();
    for (const ofBlock of cursors)
      for (const [list, cursor] of ofBlock.entries())
        if (cursor.value === value) cursor.take(firstDay, (prev) => builder.add(list, prev));
    builder.endValue(value);
  }
}

function rollUpSums({ count, read }: DayBlocks): Uint8Array {
  const sums = new Map<number, [number, number]>();
  for (let block = 0; block < count; block++) {
    const u32 = read(block);
    const values = u32[0] as number;
    for (let i = 1; i <= values; i++) {
      const value = u32[i] as number;
      const [first, second] = sums.get(value) ?? [0, 0];
      sums.set(value, [first + (u32[values + i] as number), second + (u32[2 * values + i] as number)]);
    }
  }
  const builder = new ValueSumsBuilder();
  for (const [value, [first, second]] of [...sums].sort(([a], [b]) => a - b))
    builder.add(value, first, second);
  return builder.encode();
}
