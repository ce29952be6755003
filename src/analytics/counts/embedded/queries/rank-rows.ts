import { compareCodePoints } from "./code-point-order.ts";

/** The values with a count, by count descending, then by name in the order of code points. */
export function rankRows(counts: Int32Array, nameOf: (value: number) => string): Uint32Array<ArrayBuffer> {
  const values: number[] = [];
  for (let value = 1; value < counts.length; value++) if (counts[value] !== 0) values.push(value);
  values.sort(
    (a, b) => (counts[b] as number) - (counts[a] as number) || compareCodePoints(nameOf(a), nameOf(b)),
  );
  return Uint32Array.from(values);
}

/** The entries of a column in the order of `values`. */
export function takeRows(column: Int32Array, values: Uint32Array): Uint32Array<ArrayBuffer> {
  const rows = new Uint32Array(values.length);
  for (let row = 0; row < values.length; row++) rows[row] = column[values[row] as number] as number;
  return rows;
}
