import type { DayEvents } from "../events/day-events.ts";

/**
 * A day's events, sorted by client, by referrer or by path, so that a filter reads only the slices with its values. A
 * scan reads everything, which for rare values takes far longer.
 *
 * Each order has a table of its slices (the values, then the end of each slice) and the events as rows: the visitor,
 * with the highest bit set if the event is a separate view, and the other two columns, as 16 bits each if all values
 * are below 65536. Times are left out, so slices serve whole days.
 */
export const sliceKeys = ["client", "referrer", "path"] as const;
export type SliceKey = (typeof sliceKeys)[number];

/** The columns in a row, in this order. */
export const rowColumns = {
  client: ["path", "referrer"],
  referrer: ["path", "client"],
  path: ["client", "referrer"],
} as const satisfies Record<SliceKey, readonly [SliceKey, SliceKey]>;

export const viewMark = 0x8000_0000;

export interface EncodedSlices {
  readonly table: Uint8Array;
  readonly rows: Uint8Array;
}

/** `ranks` determine the order of the slices: values that are often selected together should be adjacent. */
export function encodeSlices(events: DayEvents, key: SliceKey, ranks: Uint32Array): EncodedSlices {
  const { length, visitor, isView } = events;
  const column = events[key];
  const values = [...new Set(column)].sort((a, b) => (ranks[a] as number) - (ranks[b] as number));
  const placeOf = new Map(values.map((value, place) => [value, place]));
  const places = column.map((value) => placeOf.get(value) as number);
  const next = new Uint32Array(values.length + 1);
  for (const place of places) next[place + 1] = (next[place + 1] as number) + 1;
  for (let place = 0; place < values.length; place++)
    next[place + 1] = (next[place + 1] as number) + (next[place] as number);
  const ends = next.slice(1);

  const [first, second] = [events[rowColumns[key][0]], events[rowColumns[key][1]]];
  const isWide = first.some((value) => value > 0xffff) || second.some((value) => value > 0xffff);
  const width = isWide ? 3 : 2;
  const rows = new Uint32Array(length * width);
  for (let i = 0; i < length; i++) {
    const place = places[i] as number;
    const row = next[place] as number;
    next[place] = row + 1;
    rows[row * width] = ((visitor[i] as number) | (isView[i] === 1 ? viewMark : 0)) >>> 0;
    if (isWide) {
      rows[row * width + 1] = first[i] as number;
      rows[row * width + 2] = second[i] as number;
    } else rows[row * width + 1] = ((first[i] as number) | ((second[i] as number) << 16)) >>> 0;
  }
  const table = Uint32Array.from([values.length, width, ...values, ...ends]);
  return { table: new Uint8Array(table.buffer), rows: new Uint8Array(rows.buffer) };
}

/** A table at `start` in a column of words. */
export interface SliceTable {
  readonly slices: number;
  /** The words of a row. */
  readonly width: number;
  readonly valuesAt: number;
  readonly endsAt: number;
}

export function readTable(u32: Uint32Array, start: number): SliceTable {
  const slices = u32[start] as number;
  return { slices, width: u32[start + 1] as number, valuesAt: start + 2, endsAt: start + 2 + slices };
}
