import { limits } from "../limits.ts";

interface TimedEvents {
  readonly length: number;
  readonly time: Uint32Array;
  readonly visitor: Uint32Array;
  readonly path: Uint32Array;
  readonly client: Uint32Array;
}

/**
 * Flags the events that count as separate views (R40). These are all events except server and log events that are
 * within ten seconds of a browser event with the same visitor and page. No other properties matter, so the result does
 * not depend on the order in which events arrive. `events` are in chronological order.
 */
export function flagViews(events: TimedEvents, isBrowser: Uint8Array): Uint8Array {
  const flags = new Uint8Array(events.length).fill(1);
  let browsers = 0;
  for (let i = 0; i < events.length; i++) browsers += isBrowser[events.client[i] as number] ?? 0;
  if (browsers === 0 || browsers === events.length) return flags;

  /** The time of the nearest browser event so far, by visitor and page, whose numbers are both below 2^26. */
  const nearest = new Map<number, number>();
  const visit = (i: number) => {
    const key = (events.visitor[i] as number) * 0x4000000 + (events.path[i] as number);
    const time = events.time[i] as number;
    if (isBrowser[events.client[i] as number] === 1) nearest.set(key, time);
    else if (Math.abs(time - (nearest.get(key) ?? Infinity)) <= limits.sameViewMs) flags[i] = 0;
  };
  for (let i = 0; i < events.length; i++) visit(i);
  nearest.clear();
  for (let i = events.length - 1; i >= 0; i--) visit(i);
  return flags;
}
