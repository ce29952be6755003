import { createRequire } from "node:module";

export const engines = ["chdb", "duckdb", "postgres"] as const;
export type Engine = (typeof engines)[number];

/** One engine with the same events in its own layouts. */
export interface Peer {
  readonly layouts: readonly {
    readonly name: string;
    /** All pages and totals of the days [from, to), sorted, the first fifty. */
    query(from: number, to: number): Promise<PeerAnswer>;
  }[];
  close(): Promise<void>;
}

/** human, ai, total; and page, human, ai, total for each row. */
export interface PeerAnswer {
  readonly totals: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export interface PeerInput {
  /** A folder of its own. */
  readonly folder: string;
  /** Lines of ms, day, page, visitor, kind (0 human, 1 AI), in order of time. */
  readonly csv: string;
}

/** Requires a package that is installed here and nowhere else: its types are stated by who uses it. */
export const requirePeer: (name: string) => unknown = createRequire(import.meta.url);
