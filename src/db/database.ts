import type { Kysely, Transaction } from "kysely";
import type { Schema } from "./schema.ts";

/** Where a statement runs: the database itself or a transaction of it. */
export type Db = Kysely<Schema>;
export type Tx = Transaction<Schema>;

/**
 * The control store. `sqlite.ts` is the embedded one. What differs between dialects stands here, so that no caller
 * asks which it has.
 */
export interface Database {
  readonly db: Db;
  /** A transaction that writes: serialised with every other writer. What `work` throws rolls it back. */
  transaction<T>(work: (tx: Tx) => Promise<T>): Promise<T>;
  /** Wakes the listeners of a channel. Call it after the transaction; a wake-up may be lost, so listeners also poll. */
  notify(channel: string): void;
  listen(channel: string, listener: () => void): () => void;
  /**
   * The same number as before where nothing was written to the store since, in whatever process; null where the store
   * cannot tell that for less than a read.
   */
  version(): number | null;
  /**
   * One small write. Rejects with a sentence that says what to do where the store cannot be written to. It waits for
   * whoever writes.
   */
  checkWritable(): Promise<void>;
  close(): Promise<void>;
}
