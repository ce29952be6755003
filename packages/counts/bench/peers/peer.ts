import { createRequire } from "node:module";

export const engines = ["chdb", "duckdb", "postgres"] as const;
export type Engine = (typeof engines)[number];

/** An engine that stores the same events in its own layouts. */
export interface Peer {
  readonly layouts: readonly {
    readonly name: string;
    /** Counts visitors per page and in total for the days [from, to), and returns the first fifty rows, sorted. */
    query(from: number, to: number): Promise<PeerAnswer>;
  }[];
  close(): Promise<void>;
}

/** Totals are [human, ai, total]; rows are [page, human, ai, total]. */
export interface PeerAnswer {
  readonly totals: readonly number[];
  readonly rows: readonly (readonly number[])[];
}

export interface PeerInput {
  /** A separate folder for this peer. */
  readonly folder: string;
  /** Lines with ms, day, page, visitor and kind (0 human, 1 AI), ordered by time. */
  readonly csv: string;
}

/** Loads a package that is installed only in this folder; the caller declares its types. */
export const requirePeer: (name: string) => unknown = createRequire(import.meta.url);
