import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** Executes statements, either directly on the database or in a transaction. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/** The control store. `sqlite.ts` implements the embedded store. Hides its SQL dialect from callers. */
export interface Database {
  readonly db: Db;
  /** Runs a transaction that writes, serialized with all other writers. An exception from `work` rolls it back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Wakes the listeners of a channel. Call it after the transaction. A wake-up can be lost, so listeners also poll. */
  notify(channel: string): void;
  listen(channel: string, listener: () => void): () => void;
  /**
   * Returns a number that stays the same until a process writes, or null if determining it would cost as much as a
   * read.
   */
  version(): number | null;
  /** Makes one small write when no other write is running. If the store isn't writable, rejects and says what to do. */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}
