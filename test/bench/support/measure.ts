/** What is timed, and what must stand before each time and is not. */
export interface Timed<T> {
  before?(): T | Promise<T>;
  run(prepared: T): unknown;
  after?(prepared: T): unknown;
}

export interface Pair {
  readonly oursMs: number;
  readonly peerMs: number;
}

/**
 * Medians of `rounds` runs of each, in turn: ours, peer, peer, ours, … so that what else the machine does, and what
 * warms up or fills, meets both alike. The first round is not counted.
 */
export async function measurePair<A, B>(o: {
  rounds: number;
  ours: Timed<A>;
  peer: Timed<B>;
}): Promise<Pair> {
  const ours: number[] = [];
  const peer: number[] = [];
  for (let round = 0; round <= o.rounds; round++) {
    const runs = [async () => ours.push(await time(o.ours)), async () => peer.push(await time(o.peer))];
    for (const run of round % 2 === 0 ? runs : runs.reverse()) await run();
  }
  return { oursMs: median(ours.slice(1)), peerMs: median(peer.slice(1)) };
}

async function time<T>(timed: Timed<T>): Promise<number> {
  const prepared = (await timed.before?.()) as T;
  const startMs = performance.now();
  await timed.run(prepared);
  const tookMs = performance.now() - startMs;
  await timed.after?.(prepared);
  return tookMs;
}

export function median(values: readonly number[]): number {
  if (values.length === 0) throw new Error("There is no median of nothing.");
  const sorted = [...values].sort((a, b) => a - b);
  const middle = sorted.length >> 1;
  return sorted.length % 2 === 1 ? sorted[middle]! : (sorted[middle - 1]! + sorted[middle]!) / 2;
}
