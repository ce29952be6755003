/** A source of numbers that are the same on every machine for the same seed. */
export interface Random {
  /** Returns an integer from 0 to `below` − 1. */
  int(below: number): number;
  chance(probability: number): boolean;
  pick<T>(items: readonly T[]): T;
  /** Returns `count` different items, in random order. */
  sample<T>(items: readonly T[], count: number): T[];
}

/** The generator mulberry32, with 32 bits of state, which is enough for text. */
export function createRandom(seed: number): Random {
  let state = seed >>> 0;
  const next = () => {
    state = (state + 0x6d2b79f5) >>> 0;
    let bits = Math.imul(state ^ (state >>> 15), state | 1);
    bits ^= bits + Math.imul(bits ^ (bits >>> 7), bits | 61);
    return ((bits ^ (bits >>> 14)) >>> 0) / 2 ** 32;
  };
  const int = (below: number) => Math.floor(next() * below);
  return {
    int,
    chance: (probability) => next() < probability,
    pick: (items) => items[int(items.length)]!,
    sample(items, count) {
      const rest = [...items];
      for (let i = 0; i < Math.min(count, rest.length); i++) {
        const j = i + int(rest.length - i);
        [rest[i], rest[j]] = [rest[j]!, rest[i]!];
      }
      return rest.slice(0, count);
    },
  };
}
