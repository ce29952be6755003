import type { Clock } from "../std/clock.ts";

export interface WallClock {
  /** Aborted when the time is up: do not start new work, and save the work so far. */
  readonly deadline: AbortSignal;
  stop(): void;
}

/** If `leftMs` is not positive, the time is up immediately. */
export function startWallClock(clock: Clock, leftMs: number): WallClock {
  const deadline = new AbortController();
  const stopped = new AbortController();
  const end = () => deadline.abort(new Error("the turn ran out of time"));
  if (leftMs <= 0) end();
  else clock.sleep(leftMs, stopped.signal).then(end, () => undefined);
  return { deadline: deadline.signal, stop: () => stopped.abort() };
}
