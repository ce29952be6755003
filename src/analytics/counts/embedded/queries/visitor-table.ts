import { visitorBytes } from "../events/visitor-bytes.ts";

/** Gives visitors small numbers, from `first` on, in the order in which they are first asked for. */
export interface VisitorTable {
  /** The number of the visitor whose 16 bytes begin at `at`. */
  numberOf(bytes: Uint8Array, at: number): number;
  /** One more than the highest number given. */
  readonly end: number;
}

export function createVisitorTable(first = 0): VisitorTable {
  let count = 0;
  let keys = new Uint32Array(4 * 1024);
  /** The number within `keys` and one more; 0 for a free slot. At most two thirds are taken. */
  let slots = new Uint32Array(2048);
  const words = new Uint32Array(4);
  const asBytes = new Uint8Array(words.buffer);

  const grow = () => {
    if (count * 8 >= keys.length) {
      const more = new Uint32Array(keys.length * 2);
      more.set(keys);
      keys = more;
    }
    slots = new Uint32Array(slots.length * 2);
    const mask = slots.length - 1;
    for (let i = 0; i < count; i++) {
      let slot = mix(keys, i * 4) & mask;
      while (slots[slot] !== 0) slot = (slot + 1) & mask;
      slots[slot] = i + 1;
    }
  };
  return {
    get end() {
      return first + count;
    },
    numberOf(bytes, at) {
      for (let i = 0; i < visitorBytes; i++) asBytes[i] = bytes[at + i] as number;
      const mask = slots.length - 1;
      for (let slot = mix(words, 0) & mask; ; slot = (slot + 1) & mask) {
        const taken = slots[slot] as number;
        if (taken === 0) {
          if ((count + 1) * 4 > keys.length || (count + 1) * 3 > slots.length * 2) {
            grow();
            return this.numberOf(bytes, at);
          }
          keys.set(words, count * 4);
          slots[slot] = ++count;
          return first + count - 1;
        }
        const key = (taken - 1) * 4;
        if (
          keys[key] === words[0] &&
          keys[key + 1] === words[1] &&
          keys[key + 2] === words[2] &&
          keys[key + 3] === words[3]
        )
          return first + taken - 1;
      }
    },
  };
}

const mix = (words: Uint32Array, at: number): number => {
  let hash = (words[at] as number) ^ Math.imul(words[at + 1] as number, 0x9e3779b1);
  hash ^= Math.imul(words[at + 2] as number, 0x85ebca6b) ^ Math.imul(words[at + 3] as number, 0xc2b2ae35);
  return (hash ^ (hash >>> 15)) >>> 0;
};
