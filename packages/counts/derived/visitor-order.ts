/** Visitors are four words each, sorted by these words as numbers. */

export function compareWords(a: Uint32Array, atA: number, b: Uint32Array, atB: number): number {
  for (let i = 0; i < 4; i++) {
    const [x, y] = [a[atA + i] as number, b[atB + i] as number];
    if (x !== y) return x < y ? -1 : 1;
  }
  return 0;
}

/** Returns the indexes 0 to `count` - 1, sorted by the visitors in `words`. */
export function sortVisitors(words: Uint32Array, count: number): Uint32Array {
  // The first words of two visitors are rarely equal, so sort plain numbers (natively), and then fix the ties.
  const keys = new Float64Array(count);
  for (let i = 0; i < count; i++) keys[i] = (words[i * 4] as number) * 0x200000 + (i % 0x200000);
  if (count > 0x200000) return sortByComparing(words, count);
  keys.sort();
  const order = Uint32Array.from(keys, (key) => key % 0x200000);
  for (let at = 1; at < count; at++) {
    let to = at;
    const moving = order[at] as number;
    while (to > 0 && compareWords(words, (order[to - 1] as number) * 4, words, moving * 4) > 0) {
      order[to] = order[to - 1] as number;
      to--;
    }
    order[to] = moving;
  }
  return order;
}

const sortByComparing = (words: Uint32Array, count: number): Uint32Array =>
  Uint32Array.from({ length: count }, (_, i) => i).sort((a, b) => compareWords(words, a * 4, words, b * 4));
