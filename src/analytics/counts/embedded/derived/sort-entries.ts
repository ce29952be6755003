/** Entries to count, as columns: one event under one value each. */
export interface Entries {
  readonly length: number;
  readonly value: Uint32Array;
  readonly visitor: Uint32Array;
}

const digitBits = 11;
const digits = 1 << digitBits;

/**
 * The places of entries by value, then visitor; equal ones stay in the order they came in. A radix sort: eleven bits
 * a pass, only as many passes as the largest numbers need.
 */
export function sortEntries({ length, value, visitor }: Entries): Uint32Array {
  let order: Uint32Array<ArrayBuffer> = new Uint32Array(length);
  let next: Uint32Array<ArrayBuffer> = new Uint32Array(length);
  for (let i = 0; i < length; i++) order[i] = i;
  for (const column of [visitor, value]) {
    let largest = 0;
    for (let i = 0; i < length; i++) largest = Math.max(largest, column[i] as number);
    for (let shift = 0; shift < 32 && largest >>> shift > 0; shift += digitBits) {
      const starts = new Uint32Array(digits + 1);
      for (let i = 0; i < length; i++) {
        const digit = ((column[i] as number) >>> shift) & (digits - 1);
        starts[digit + 1] = (starts[digit + 1] as number) + 1;
      }
      for (let digit = 0; digit < digits; digit++)
        starts[digit + 1] = (starts[digit + 1] as number) + (starts[digit] as number);
      for (let i = 0; i < length; i++) {
        const entry = order[i] as number;
        const digit = ((column[entry] as number) >>> shift) & (digits - 1);
        const at = starts[digit] as number;
        starts[digit] = at + 1;
        next[at] = entry;
      }
      [order, next] = [next, order];
    }
  }
  return order;
}
