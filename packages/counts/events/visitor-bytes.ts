/** Visitors and digests are 16 bytes each and are concatenated in one buffer. */
export const visitorBytes = 16;

/** Returns a view of the visitor at `index`, for use as an SQLite parameter. */
export const visitorOf = (visitors: Uint8Array, index: number): Uint8Array =>
  Buffer.from(visitors.buffer, visitors.byteOffset + index * visitorBytes, visitorBytes);

/** Returns the 16 bytes at `index` as a key for maps and sets. */
export const digestText = (bytes: Uint8Array, index: number): string =>
  Buffer.from(bytes.buffer, bytes.byteOffset + index * visitorBytes, visitorBytes).toString("latin1");

/** Concatenates the 16 bytes of each of `numbers`. */
export function gatherBytes(bytes: Uint8Array, numbers: readonly number[]): Uint8Array<ArrayBuffer> {
  const out = new Uint32Array(numbers.length * wordsEach);
  const words = wordsOf(bytes);
  // Copies words, because a view per visitor would take several times as long.
  for (let at = 0; at < numbers.length; at++) {
    const from = (numbers[at] as number) * wordsEach;
    const to = at * wordsEach;
    out[to] = words[from] as number;
    out[to + 1] = words[from + 1] as number;
    out[to + 2] = words[from + 2] as number;
    out[to + 3] = words[from + 3] as number;
  }
  return new Uint8Array(out.buffer);
}

/** Returns the bytes as words of 32 bits: the same memory if it is aligned, otherwise a copy. */
export const wordsOf = (bytes: Uint8Array): Uint32Array =>
  bytes.byteOffset % 4 === 0
    ? new Uint32Array(bytes.buffer, bytes.byteOffset, bytes.length >>> 2)
    : new Uint32Array(Uint8Array.from(bytes).buffer);

const wordsEach = visitorBytes / 4;
