/**
 * The port to the store that keeps events and counts visitors exactly. Two implementations: `embedded/` (SQLite and
 * an index of files) and ClickHouse; one contract suite runs over both.
 *
 * An answer covers every event whose `append` had resolved when the question was asked. Nothing here reads the clock
 * of an event: the caller has refused what lies in the future, normalised paths, and hashed visitors.
 */
export interface VisitorCounts {
  /**
   * Stores events; resolves once they are durable, with one outcome an event in the order given. A batch may hold
   * up to `limits.batchEventsMax` events. Throws RangeError on an event outside the bounds that `VisitorEvent`
   * names (a fault of the caller: nothing of the batch is stored), `unavailable` where the store cannot be written.
   */
  append(projectId: string, events: readonly VisitorEvent[]): Promise<readonly AppendOutcome[]>;

  /** Visitors or views by path, referrer, operator or category; rows by total descending, then value by code point. */
  count(projectId: string, query: CountQuery): Promise<CountTable<CountRow, Counts>>;

  /** AI agents with their visitors and views; rows by visitors descending, then agent by code point. */
  countAgents(projectId: string, query: RangeQuery): Promise<CountTable<AgentRow, AgentTotals>>;

  /** What counts as neither human nor AI; rows by events descending, then name by code point. */
  countBots(projectId: string, query: RangeQuery): Promise<CountTable<BotRow, BotTotals>>;

  /**
   * Unique visitors in each interval of the range, empty ones included, in order. A point covers the part of its
   * interval that lies in the range. An open bound is the first or the last event's. Throws `invalid_request` beyond
   * `limits.seriesPointsMax` points.
   */
  series(projectId: string, query: SeriesQuery): Promise<readonly SeriesPoint[]>;

  /** Deletes a visitor's events, durably, and refuses later ones as `erased`. Answers how many were deleted. */
  erase(projectId: string, visitor: Uint8Array): Promise<number>;

  /**
   * Deletes what lies before the day that `firstMs` (UTC midnight) begins, and refuses it from now on as
   * `past_retention`. The bound only ever moves forward: what was deleted does not come back.
   */
  retainFrom(projectId: string, firstMs: number): Promise<void>;

  /** The distinct clients that events name, by ascending id, from `afterId` on: what reclassification walks over. */
  listClients(projectId: string, page: { afterId: number; limit: number }): Promise<readonly StoredClient[]>;

  /** How agents and bots were recognised, each combination once; by name, at most `limits.rulesMax`. */
  listRules(projectId: string): Promise<readonly ClientRule[]>;

  /** Gives clients another classification, and with them all their events, past ones too. Unknown ids are ignored. */
  reclassify(projectId: string, changes: readonly Reclassification[]): Promise<void>;

  /** Which categories count as `ai`; the rest counts as neither. Initially all. */
  setAiCategories(projectId: string, categories: readonly AiCategory[]): Promise<void>;

  /** Deletes all that is stored of a project. */
  removeProject(projectId: string): Promise<void>;

  /**
   * Brings what is derived from the events up to date: seals days that are over, repairs days that late events or
   * erasures changed. Answers stay exact without it, they only take longer. Runs by itself every
   * `limits.maintainEveryMs`; this resolves when a whole run has ended.
   */
  maintain(): Promise<void>;

  /** Finishes what is being written, ends the threads. */
  close(): Promise<void>;
}

/** One content view (R54). The kind belongs to the event's client, not to the visitor. */
export interface VisitorEvent {
  /** The sender's id; the same one within 48 hours is the same event. 1 to 255 characters, or null. */
  readonly id: string | null;
  /** Whole milliseconds since 1970, before 2149. */
  readonly timestampMs: number;
  /** 16 bytes (R56). */
  readonly visitor: Uint8Array;
  /** Normalised (R55): starts with `/`, no trailing slash but the root's; at most `limits.pathCharsMax`. */
  readonly path: string;
  /** Where the visitor came from, as it is to be reported; empty for none. */
  readonly referrer: string;
  /** Passing the same object for equal clients saves most of the work of recognising them. */
  readonly client: Client;
}

/** `duplicate`: known by its id or by visitor, path and timestamp (R53). */
export type AppendOutcome = "accepted" | "duplicate" | "erased" | "past_retention";

/** Who sent an event, as observed, and what the classifier makes of it. Stored once, however many events name it. */
export interface Client {
  readonly source: EventSource;
  readonly userAgent: string;
  /** What else the classifier looked at, in its own notation. */
  readonly signals: string;
  readonly classification: Classification;
}

/** A browser's event and one of another source, of one visitor and page within 10 s, are one view (R40). */
export type EventSource = "browser" | "server" | "log";

/** R57. Only `human`, and `ai` of a category that the project counts and not `spoof_suspected`, is counted. */
export interface Classification {
  readonly kind: "human" | "ai" | "bot";
  /** Null but for `ai`. */
  readonly category: AiCategory | null;
  /** The sort of a `bot`: `search_engine`, `seo`, `monitor` …; null for the others. */
  readonly bot: string | null;
  /** The agent's or bot's name; null for a human. */
  readonly name: string | null;
  readonly operator: string | null;
  readonly rule: string;
  readonly rulesVersion: string;
  readonly confidence: Confidence;
}

export const aiCategories = [
  "training",
  "search",
  "assistant",
  "coding_agent",
  "browser_agent",
  "markdown_client",
  "mcp",
] as const;
export type AiCategory = (typeof aiCategories)[number];

export type Confidence = "signed" | "ip_verified" | "user_agent" | "heuristic" | "spoof_suspected";

export interface StoredClient extends Client {
  readonly id: number;
}

/** One way in which clients that are not people were recognised. */
export interface ClientRule {
  /** The AI category, or the sort of bot. */
  readonly sort: string;
  readonly name: string;
  readonly operator: string | null;
  readonly rule: string;
  readonly confidence: Confidence;
}

export interface Reclassification {
  readonly id: number;
  readonly classification: Classification;
}

export interface RangeQuery {
  /** Inclusive; `-Infinity` where the range is open. Whole milliseconds. */
  readonly fromMs: number;
  /** Exclusive; `Infinity` where the range is open. At or before `fromMs` the range is empty. */
  readonly toMs: number;
  /** A normalised path: only it and the pages below it count, in rows and totals (R43). Null or `/` for all. */
  readonly pathPrefix: string | null;
}

export interface CountQuery extends RangeQuery {
  readonly measure: "visitors" | "views";
  readonly by: CountDimension;
}

export type CountDimension = "path" | "referrer" | "operator" | "category";

export interface SeriesQuery extends RangeQuery {
  readonly interval: "hour" | "day" | "week" | "month";
  /** An IANA name. Weeks begin on Monday. */
  readonly timeZone: string;
}

/** Visitors: `total` is the size of the union of the two sets, so max(human, ai) ≤ total ≤ human + ai. */
export interface Counts {
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

export interface CountRow extends Counts {
  /** The path, referrer (empty for none), operator (empty where unknown) or category. */
  readonly value: string;
}

export interface AgentTotals {
  readonly visitors: number;
  readonly views: number;
}

export interface AgentRow extends AgentTotals {
  readonly agent: string;
  readonly operator: string | null;
  readonly category: AiCategory;
}

export interface BotTotals {
  readonly events: number;
}

export interface BotRow extends BotTotals {
  /** The sort of bot, or the AI category. */
  readonly kind: string;
  readonly name: string;
  readonly reason: "bot" | "category_not_counted" | "spoof_suspected";
}

export interface SeriesPoint extends Counts {
  /** Where the interval begins in the query's time zone; before `fromMs` where the range cuts it. */
  readonly startMs: number;
}

/**
 * An answer, fixed at the moment of the question: pages of it agree with each other whatever arrives meanwhile.
 * Holding on to one holds its memory, letting go frees it.
 */
export interface CountTable<Row, Totals> {
  /** Over the whole range and prefix, not the sum of the rows. */
  readonly totals: Totals;
  readonly rowCount: number;
  /** What holding it costs. */
  readonly bytes: number;
  rows(page: { offset: number; limit: number }): Promise<readonly Row[]>;
}
