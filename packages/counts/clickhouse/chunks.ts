import { limits } from "../limits.ts";

/**
 * Splits a list into parts whose values fit into a parameter. `bytesOf` returns the length of an item's value in a
 * list, for example `textBytes` or `uuidBytes`.
 */
export function* inChunks<Item>(
  items: readonly Item[],
  bytesOf: (item: Item) => number,
): Generator<readonly Item[]> {
  let chunk: Item[] = [];
  let bytes = 0;
  for (const item of items) {
    const own = bytesOf(item);
    const isFull = bytes + own > limits.parameterBytesMax || chunk.length >= limits.lookupKeysMax;
    if (chunk.length > 0 && isFull) {
      yield chunk;
      chunk = [];
      bytes = 0;
    }
    chunk.push(item);
    bytes += own;
  }
  if (chunk.length > 0) yield chunk;
}

/** The length of a UUID in a list, with quotes and a comma. */
export const uuidBytes = 39;

/** The maximum length of a text in a list, with quotes and a comma. Escaping at most doubles the length. */
export const textBytes = (text: string): number => 2 * Buffer.byteLength(text) + 3;
