import { limits } from "../limits.ts";

/**
 * The recent IDs: a set of 128-bit digests that keeps 48 bits of each in ten bytes. `mayHave` never misses an added ID.
 * About once in ten million lookups, it reports a new ID as known, so a positive result must be checked on disk.
 *
 * IDs expire in quarters of the window, oldest first: an ID is kept for at least `idKeepMs` and at most a quarter
 * longer.
 */
export interface IdWindow {
  mayHave(digest: Uint32Array, at: number): boolean;
  add(digest: Uint32Array, at: number, receivedAt: number): void;
  expire(nowMs: number): void;
  readonly size: number;
}

const quarterMs = limits.idKeepMs / 4;

export function createIdWindow(idsMax: number = limits.idsMax): IdWindow {
  /** By quarter, oldest first. */
  let quarters: { quarter: number; table: Table }[] = [];
  let size = 0;
  return {
    get size() {
      return size;
    },
    mayHave(digest, at) {
      const [low, high] = [digest[at] as number, digest[at + 1] as number];
      for (const { table } of quarters) if (table.has(low, high)) return true;
      return false;
    },
    add(digest, at, receivedAt) {
      const quarter = Math.floor(receivedAt / quarterMs);
      let entry = quarters.find((existing) => existing.quarter === quarter);
      if (entry === undefined) {
        entry = { quarter, table: createTable() };
        quarters = [...quarters, entry].sort((a, b) => a.quarter - b.quarter);
      }
      entry.table.add(digest[at] as number, digest[at + 1] as number);
      size++;
      while (size > idsMax && quarters.length > 1) size -= quarters.shift()?.table.size ?? 0;
    },
    expire(nowMs) {
      const first = Math.floor((nowMs - limits.idKeepMs) / quarterMs);
      quarters = quarters.filter(({ quarter, table }) => {
        if (quarter < first) size -= table.size;
        return quarter >= first;
      });
    },
  };
}

interface Table {
  readonly size: number;
  has(low: number, high: number): boolean;
  add(low: number, high: number): void;
}

/** Open addressing, at most four fifths full. A slot holds the low word, which selects the slot, and 16 more bits. */
function createTable(): Table {
  let bits = 10;
  let size = 0;
  let low = new Uint32Array(1 << bits);
  let high = new Uint16Array(1 << bits);
  // 0 in `high` marks an empty slot; the other 65535 values distinguish digests.
  const tag = (word: number) => (word % 65_535) + 1;

  const place = (lowWord: number, highTag: number): number => {
    const mask = (1 << bits) - 1;
    let slot = lowWord >>> (32 - bits);
    while (high[slot] !== 0 && !(low[slot] === lowWord && high[slot] === highTag)) slot = (slot + 1) & mask;
    return slot;
  };
  const grow = () => {
    const [oldLow, oldHigh] = [low, high];
    bits++;
    low = new Uint32Array(1 << bits);
    high = new Uint16Array(1 << bits);
    for (let i = 0; i < oldLow.length; i++) {
      const highTag = oldHigh[i] as number;
      if (highTag === 0) continue;
      const lowWord = oldLow[i] as number;
      const slot = place(lowWord, highTag);
      low[slot] = lowWord;
      high[slot] = highTag;
    }
  };
  return {
    get size() {
      return size;
    },
    has: (lowWord, highWord) => high[place(lowWord, tag(highWord))] !== 0,
    add(lowWord, highWord) {
      if (size * 5 >= low.length * 4) grow();
      const slot = place(lowWord, tag(highWord));
      if (high[slot] !== 0) return;
      low[slot] = lowWord;
      high[slot] = tag(highWord);
      size++;
    },
  };
}
