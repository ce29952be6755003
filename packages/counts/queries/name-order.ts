import { GrowingU32 } from "../derived/growing-column.ts";
import { compareCodePoints } from "./code-point-order.ts";

/** The numbers of names that only ever grow in number, in the order of their code points. */
export interface NameOrder {
  /** Names are as they were at the last call, and more after them; the first is none. Valid until the next call. */
  of(names: readonly string[]): Uint32Array;
}

/**
 * New names are put between those that are in order already: a look-up each and one move of what lies behind them, so
 * that a site which gets pages all the time does not have all of them compared for each question.
 */
export function createNameOrder(): NameOrder {
  const order = new GrowingU32();
  // As long as no name has a surrogate, JavaScript's own order is the same, and takes a third of the time.
  let compare: Compare = compareUnits;
  return {
    of(names) {
      const known = order.length;
      if (compare === compareUnits && names.slice(known).some((name) => surrogate.test(name)))
        compare = compareCodePoints;
      if (names.length > known) insert(order, names, compare);
      return order.view();
    },
  };
}

type Compare = (a: string, b: string) => number;

const compareUnits: Compare = (a, b) => (a < b ? -1 : a > b ? 1 : 0);
const surrogate = /[\ud800-\udfff\u{10000}-\u{10ffff}]/u;

/** The order of names that are asked about once. */
export const orderNames = (names: readonly string[]): Uint32Array => createNameOrder().of(names);

function insert(order: GrowingU32, names: readonly string[], compareNames: Compare): void {
  const known = order.length;
  const compare = (a: number, b: number) => compareNames(names[a] ?? "", names[b] ?? "");
  const fresh = Uint32Array.from({ length: names.length - known }, (_, i) => known + i).sort(compare);
  for (let i = 0; i < fresh.length; i++) order.push(0);
  const { values } = order;
  // From the last one on, so that what moves has its place already.
  let end = known;
  for (let i = fresh.length - 1; i >= 0; i--) {
    const name = fresh[i] as number;
    let [low, high] = [0, end];
    while (low < high) {
      const middle = (low + high) >>> 1;
      if (compare(values[middle] as number, name) <= 0) low = middle + 1;
      else high = middle;
    }
    values.copyWithin(low + i + 1, low, end);
    values[low + i] = name;
    end = low;
  }
}
