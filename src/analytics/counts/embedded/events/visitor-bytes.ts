/** Visitors and digests have 16 bytes each and lie end to end in one buffer. */
export const visitorBytes = 16;

/** A view of the visitor at `index`, to hand to SQLite. */
export const visitorOf = (visitors: Uint8Array, index: number): Uint8Array =>
  Buffer.from(visitors.buffer, visitors.byteOffset + index * visitorBytes, visitorBytes);

/** The 16 bytes at `index` as a key for maps and sets. */
export const digestText = (bytes: Uint8Array, index: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + index * visitorBytes, visitorBytes).toString("latin1");

/** The 16 bytes of each of `numbers`, end to end. */
export function gatherBytes(bytes: Uint8Array, numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const out = new Uint8Array(numbers.length * visitorBytes);
  for (let at = 0; at < numbers.length; at++) {
    const from = (numbers[at] as number) * visitorBytes;
    out.set(bytes.subarray(from, from + visitorBytes), at * visitorBytes);
  }
  return out;
}
