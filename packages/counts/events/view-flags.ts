import { limits } from "../limits.ts";

interface TimedEvents {
  readonly length: number;
  readonly time: Uint32Array;
  readonly visitor: Uint32Array;
  readonly path: Uint32Array;
  readonly client: Uint32Array;
}

/**
 * Flags the events that count as separate views (R40). One view may be reported by a browser, a server and a log, each
 * at a slightly different time. An event is not a separate view if it is within ten seconds of an event with the same
 * visitor and page from a source with a higher rank (`sourceRanks`). No other properties matter, so the result does not
 * depend on the order in which events arrive. `events` are in chronological order.
 *
 * `sourceRank` has a rank for each client.
 */
export function flagViews(events: TimedEvents, sourceRank: Uint8Array): Uint8Array {
  const flags = new Uint8Array(events.length).fill(1);
  const rankOf = (i: number) => sourceRank[events.client[i] as number] ?? 0;
  /** One bit per rank that occurs. */
  let ranks = 0;
  for (let i = 0; i < events.length; i++) ranks |= 1 << rankOf(i);
  for (let rank = 1; 1 << rank <= ranks; rank++) {
    const hasLower = (ranks & ((1 << rank) - 1)) !== 0;
    if (hasLower && ranks & (1 << rank)) joinWith(events, rank, rankOf, flags);
  }
  return flags;
}

/** Clears the flags of events with a lower rank near an event of this rank. */
function joinWith(events: TimedEvents, rank: number, rankOf: (i: number) => number, flags: Uint8Array): void {
  /** The time of the nearest event of this rank so far, by visitor and page, whose numbers are both below 2^26. */
  const nearest = new Map<number, number>();
  const visit = (i: number) => {
    const own = rankOf(i);
    if (own > rank) return;
    const key = (events.visitor[i] as number) * 0x4000000 + (events.path[i] as number);
    const time = events.time[i] as number;
    if (own === rank) nearest.set(key, time);
    else if (Math.abs(time - (nearest.get(key) ?? Infinity)) <= limits.sameViewMs) flags[i] = 0;
  };
  for (let i = 0; i < events.length; i++) visit(i);
  nearest.clear();
  for (let i = events.length - 1; i >= 0; i--) visit(i);
}
