import { visitorBytes } from "./visitor-bytes.ts";

/** Assigns visitors small numbers, in order of first use. */
export interface VisitorTable {
  /** Returns the number of the visitor whose 16 bytes begin at `at`. */
  numberOf(bytes: Uint8Array, at: number): number;
  /** The number of distinct visitors. */
  readonly count: number;
  /** Four words per visitor, in the same order. */
  readonly words: Uint32Array;
  /** The highest number assigned to a new visitor, plus one. */
  readonly end: number;
}

/**
 * New visitors get numbers starting at `first`. `find` may return a number that a visitor already has; it is called
 * once per visitor and returns -1 if there is none.
 */
export function createVisitorTable({
  first = 0,
  find = () => -1,
}: {
  first?: number;
  find?: (words: Uint32Array, at: number) => number;
} = {}): VisitorTable {
  let count = 0;
  let end = first;
  let keys = new Uint32Array(4 * 1024);
  let numbers = new Uint32Array(1024);
  /** The index in `keys`, plus one; 0 marks a free slot. At most two thirds of the slots are used. */
  let slots = new Uint32Array(2048);
  const words = new Uint32Array(4);
  const asBytes = new Uint8Array(words.buffer);

  const grow = () => {
    keys = grown(keys);
    numbers = grown(numbers);
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let i = 0; i < count; i++) {
      let slot = mix(keys, i * 4) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = i + 1;
    }
  };
  const add = (): number => {
    if (count === numbers.length) grow();
    const mask = slots.length - 1;
    let slot = mix(words, 0) & mask;
    while (slots[slot] !== 0) slot = (slot + 1) & mask;
    const found = find(words, 0);
    const number = found >= 0 ? found : end++;
    keys.set(words, count * 4);
    numbers[count] = number;
    slots[slot] = ++count;
    return number;
  };
  return {
    get count() {
      return count;
    },
    get words() {
      return keys.subarray(0, count * 4);
    },
    get end() {
      return end;
    },
    numberOf(bytes, at) {
      for (let i = 0; i < visitorBytes; i++) asBytes[i] = bytes[at + i] as number;
      const mask = slots.length - 1;
      for (let slot = mix(words, 0) & mask; ; slot = (slot + 1) & mask) {
        const occupant = slots[slot] as number;
        if (occupant === 0) return add();
        const key = (occupant - 1) * 4;
        if (
          keys[key] === words[0] &&
          keys[key + 1] === words[1] &&
          keys[key + 2] === words[2] &&
          keys[key + 3] === words[3]
        )
          return numbers[occupant - 1] as number;
      }
    },
  };
}

function grown(column: Uint32Array<ArrayBuffer>): Uint32Array<ArrayBuffer> {
  const more = new Uint32Array(column.length * 2);
  more.set(column);
  return more;
}

const mix = (words: Uint32Array, at: number): number => {
  let hash = (words[at] as number) ^ Math.imul(words[at + 1] as number, 0x9e3779b1);
  hash ^= Math.imul(words[at + 2] as number, 0x85ebca6b) ^ Math.imul(words[at + 3] as number, 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
};
