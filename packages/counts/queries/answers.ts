import type { AgentValue, BotValue } from "../events/client-facts.ts";

/** A table on its way to the caller: its rows in order, as columns of numbers. */
export interface TableAnswer<Label> {
  readonly totals: readonly number[];
  readonly columns: readonly Uint32Array<ArrayBuffer>[];
  readonly labels: Labels<Label>;
}

/** What the rows are called: either all of it, or the numbers of names of which the first few are there. */
export type Labels<Label> =
  | { readonly all: readonly Label[] }
  | { readonly ids: Uint32Array<ArrayBuffer>; readonly first: readonly Label[]; readonly kind: NameKind };

/** Names that a project keeps for good: their numbers mean the same tomorrow. */
export type NameKind = "paths" | "referrers";

export type CountAnswer = TableAnswer<string>;
export type AgentAnswer = TableAnswer<AgentValue>;
export type BotAnswer = TableAnswer<BotValue>;

/** Points in order: four numbers each, where it begins, human, ai, total. */
export type SeriesAnswer = Float64Array<ArrayBuffer>;

/** Names sent along with a table: more than a page of the interface. */
export const labelsSentMax = 250;
