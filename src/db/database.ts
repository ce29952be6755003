import type { Kysely, Transaction } from "kysely";
import { AppError } from "../errors.ts";
import type { Schema } from "./schema.ts";

/** Executes statements, either directly on the database or in a transaction. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

export interface TransactionOptions {
  /**
   * Transactions with the same lock run one after another. Required if a transaction checks several rows, such as a
   * maximum, before it writes. To check a single row, select it `for update` instead.
   */
  readonly lock?: string;
}

/**
 * The control store: `sqlite.ts` implements the embedded store, and `postgres.ts` the store on a PostgreSQL server.
 * Hides the SQL dialect from callers. In SQLite, all writes run one after another. In PostgreSQL, they run
 * concurrently, with the isolation level READ COMMITTED.
 */
export interface Database {
  readonly db: Db;
  /**
   * Runs a transaction that writes. An exception from `work` rolls the transaction back. If the transaction conflicts
   * with another one, or the server restarts before the commit, `work` runs again, so its only effects must be its
   * writes.
   */
  transaction<T>(work: (tx: Tx) => Promise<T>, options?: TransactionOptions): Promise<T>;
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

/**
 * The store can't be reached at the moment. If this error interrupts a transaction during its commit, it is unknown
 * whether the commit succeeded.
 */
export class StoreUnreachable extends AppError {
  constructor(cause: unknown) {
    super("unavailable", "The service could not reach its database. Try again soon.", {
      cause,
      fields: { retryAfterSeconds: 5 },
    });
  }
}

/** Whether this error reports an unreachable store, or was caused by one. */
export function isStoreUnreachable(error: unknown): boolean {
  if (!(error instanceof Error)) return false;
  return error instanceof StoreUnreachable || isStoreUnreachable(error.cause);
}
