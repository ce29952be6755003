/**
 * A bench is a module `test/bench/<name>.bench.ts` that exports `run`. `npm run bench` runs each in a process of its
 * own, prints its table and, if asked to, writes docs/benchmarks.md. A figure never stands alone: the peer is measured
 * in the same run.
 */
export type Bench = (options: readonly string[]) => Promise<BenchResult>;

export interface BenchResult {
  readonly title: string;
  /** What is measured, on what, and against what: a paragraph that lets a reader judge the figures. */
  readonly about: string;
  readonly rows: readonly BenchRow[];
}

export interface BenchRow {
  readonly name: string;
  /** With its unit, such as `412 ms`. */
  readonly ours: string;
  /** Null where the row states a figure of ours only, such as a share of the row above. */
  readonly peer: string | null;
  /** Ours divided by the peer's. */
  readonly ratio: number | null;
  /** What was promised, such as `at most 0.5`; null where nothing was. */
  readonly target: string | null;
  readonly ok: boolean;
}

/** A row of two times. `ratioMax` is the promise; without it the row informs. */
export function timesRow(o: { name: string; oursMs: number; peerMs: number; ratioMax?: number }): BenchRow {
  const ratio = o.oursMs / o.peerMs;
  return {
    name: o.name,
    ours: inMs(o.oursMs),
    peer: inMs(o.peerMs),
    ratio,
    target: o.ratioMax === undefined ? null : `at most ${o.ratioMax}`,
    ok: o.ratioMax === undefined || ratio <= o.ratioMax,
  };
}

/** A row of two rates, where more is better. `ratioMin` is the promise. */
export function ratesRow(o: {
  name: string;
  ours: number;
  peer: number;
  unit: string;
  ratioMin?: number;
}): BenchRow {
  const ratio = o.ours / o.peer;
  return {
    name: o.name,
    ours: `${rounded(o.ours)} ${o.unit}`,
    peer: `${rounded(o.peer)} ${o.unit}`,
    ratio,
    target: o.ratioMin === undefined ? null : `at least ${Number(o.ratioMin.toFixed(2))}`,
    ok: o.ratioMin === undefined || ratio >= o.ratioMin,
  };
}

/** A row with a bound of its own and no peer, such as memory. */
export function boundRow(o: {
  name: string;
  ours: number;
  unit: string;
  max?: number;
  min?: number;
}): BenchRow {
  const bounds = [
    ...(o.min === undefined ? [] : [`at least ${rounded(o.min)} ${o.unit}`]),
    ...(o.max === undefined ? [] : [`at most ${rounded(o.max)} ${o.unit}`]),
  ];
  return {
    name: o.name,
    ours: `${rounded(o.ours)} ${o.unit}`,
    peer: null,
    ratio: null,
    target: bounds.length === 0 ? null : bounds.join(", "),
    ok: o.ours <= (o.max ?? Infinity) && o.ours >= (o.min ?? -Infinity),
  };
}

function inMs(ms: number): string {
  return `${rounded(ms)} ms`;
}

/** Three significant digits, since no measurement here is better than that. */
function rounded(value: number): string {
  return Number(value.toPrecision(3)).toLocaleString("en-US", { maximumSignificantDigits: 3 });
}
