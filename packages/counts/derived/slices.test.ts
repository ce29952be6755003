import { expect, test } from "vitest";
import type { DayEvents } from "../events/day-events.ts";
import { createRandom } from "../test/support/counts-world.ts";
import { encodeSlices, readTable, rowColumns, sliceKeys, viewMark } from "./slices.ts";

/** `valuesEnd` above 65,536 needs wide rows. */
function randomDay(seed: number, length: number, valuesEnd: number): DayEvents {
  const random = createRandom(seed);
  const column = () => Uint32Array.from({ length }, () => random.below(valuesEnd));
  return {
    ...{ day: 20_000, length, time: column().sort() },
    visitor: Uint32Array.from({ length }, () => random.below(2 ** 26)),
    ...{ path: column(), client: column(), referrer: column() },
    isView: Uint8Array.from({ length }, () => random.below(2)),
  };
}

/** Whether an event counts as a view, its visitor, and its values by key. */
type Row = readonly [isView: number, visitor: number, values: readonly number[]];

test.each([
  [0, 10],
  [1, 10],
  [500, 20],
  [500, 70_000],
])("slices of %i events with values below %i contain each event once, in ranges by value", (length, end) => {
  const events = randomDay(length + end, length, end);
  const valuesOf = (i: number) => sliceKeys.map((key) => events[key][i] as number);
  const expected = Array.from(
    { length },
    (_, i): Row => [events.isView[i] as number, events.visitor[i] as number, valuesOf(i)],
  );
  // Descending, so that the order of the slices differs from the order of the values.
  const ranks = Uint32Array.from({ length: end }, (_, value) => end - value);
  for (const key of sliceKeys) {
    const { table, rows } = encodeSlices(events, key, ranks);
    const words = new Uint32Array(rows.buffer);
    const tableWords = new Uint32Array(table.buffer);
    const { slices, width, valuesAt, endsAt } = readTable(tableWords, 0);
    const values = [...tableWords.subarray(valuesAt, valuesAt + slices)];
    expect(values).toEqual([...new Set(events[key])].sort((a, b) => b - a));
    const found: Row[] = [];
    let row = 0;
    for (const [slice, value] of values.entries())
      for (; row < (tableWords[endsAt + slice] as number); row++) {
        const [head = 0, one = 0, two = 0] = words.subarray(row * width, (row + 1) * width);
        const others = width === 3 ? [one, two] : [one & 0xffff, one >>> 16];
        const byKey = { [key]: value, [rowColumns[key][0]]: others[0], [rowColumns[key][1]]: others[1] };
        found.push([head >>> 31, head & ~viewMark, sliceKeys.map((name) => byKey[name] as number)]);
      }
    const sorted = (all: Row[]) => all.map((entry) => JSON.stringify(entry)).sort();
    expect(sorted(found)).toEqual(sorted(expected));
  }
});
