import { dayMs } from "../calendar.ts";
import { type Dimension, siteValue } from "../derived/dimensions.ts";
import type { ClientFacts } from "../events/client-facts.ts";
import type { Names } from "../events/names.ts";
import type { CountIndex, DayRange } from "./count-index.ts";
import type { SealedDays } from "./day-source.ts";
import { createCounts, type ValueCounts } from "./scan.ts";

/** A question, in one state of what it is about. */
export interface Asked {
  readonly names: Names;
  readonly facts: ClientFacts;
  readonly source: SealedDays;
  /** Null where there is none of this state of the classification. */
  readonly index: CountIndex | null;
  readonly range: AskedRange;
}

export interface AskedRange {
  readonly fromMs: number;
  readonly toMs: number;
  /** The normalised prefix; null for the site. */
  readonly prefix: string | null;
  /** By path: 1 where the prefix has it. */
  readonly pathCounts: Uint8Array;
}

/** What an index can answer alone: the range in whole days, all of them sealed as they are; null for others. */
export function indexedDays({ index, source, range }: Asked): { index: CountIndex; days: DayRange } | null {
  const { fromMs, toMs } = range;
  if (index === null || fromMs % dayMs !== 0 || toMs % dayMs !== 0 || fromMs >= toMs) return null;
  const days = { from: fromMs / dayMs, to: toMs / dayMs };
  return source.areSealed(days.from, days.to) ? { index, days } : null;
}

/** Visitors by the values of a dimension, from the index; null where it cannot tell. */
export function countIndexedVisitors(
  asked: Asked,
  by: Exclude<Dimension, "site" | "folder">,
  valuesEnd: number,
): ValueCounts | null {
  const indexed = indexedDays(asked);
  if (indexed === null) return null;
  const { index, days } = indexed;
  const { prefix, pathCounts } = asked.range;
  const counts = createCounts(valuesEnd);
  if (prefix !== null) {
    // The pages of a prefix are rows of their own; other values would have to be counted within it.
    const path = by === "path" ? asked.names.paths.indexOf(prefix) : -1;
    const value = path < 0 ? null : index.findPrefix(asked.names, path, days);
    if (value === null) return null;
    counts.totals = index.countValue(value.dimension, value.value, days);
  } else {
    const site = index.countValue("site", siteValue, days);
    const isAiOnly = by === "agent" || by === "operator" || by === "category";
    counts.totals = isAiOnly ? { human: 0, ai: site.ai, total: site.ai } : site;
  }
  index.addVisitors(by, days, counts);
  const { human, ai, total } = counts;
  for (let value = 0; value < valuesEnd; value++) {
    const isRow = prefix === null || pathCounts[value] === 1;
    if (isRow) total[value] = (total[value] as number) + (human[value] as number) + (ai[value] as number);
    else total[value] = 0;
  }
  return counts;
}

/** Views by the values of a dimension, from the index; null where it cannot tell. */
export function countIndexedViews(
  asked: Asked,
  by: Exclude<Dimension, "site" | "folder">,
  valuesEnd: number,
): ValueCounts | null {
  const indexed = indexedDays(asked);
  if (indexed === null || (asked.range.prefix !== null && by !== "path")) return null;
  const counts = createCounts(valuesEnd);
  indexed.index.addViews(by, indexed.days, { first: counts.human, second: counts.ai });
  const { totals } = counts;
  for (let value = 0; value < valuesEnd; value++) {
    if (by === "path" && asked.range.pathCounts[value] !== 1) continue;
    const [human, ai] = [counts.human[value] as number, counts.ai[value] as number];
    counts.total[value] = human + ai;
    totals.human += human;
    totals.ai += ai;
    totals.total += human + ai;
  }
  return counts;
}
