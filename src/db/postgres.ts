import { Kysely, sql } from "kysely";
import pg from "pg";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import { createChannels } from "./channels.ts";
import { type Database, StoreUnreachable, type Tx } from "./database.ts";
import { migrate } from "./migrate.ts";
import { createPostgresDialect } from "./postgres-dialect.ts";
import { codeOf, isConflict, isDuplicate, isUnreachable, waitUntilReachable } from "./postgres-errors.ts";
import { openListener } from "./postgres-listener.ts";
import { connectionName, type DatabaseUse, takeLocks } from "./postgres-locks.ts";
import type { Schema } from "./schema.ts";

export interface PostgresOptions {
  /** `postgres://user:password@host:port/database`, with `sslmode` and other parameters of libpq. */
  readonly url: string;
  /** If this conflicts with another process, throws `unavailable`. */
  readonly use: DatabaseUse;
}

/** Opens the store on a PostgreSQL server and migrates its schema. */
export async function openPostgres({ url, use }: PostgresOptions): Promise<Database> {
  const { config, pool, db } = connectPostgres(url);
  const channels = createChannels();
  try {
    const listener = await waitUntilReachable(() =>
      openListener({
        ...{ config: { ...config, application_name: connectionName(use) }, channels },
        send: (text, values) => pool.query(text, [...values]),
        prepare: (client) => takeLocks(client, use),
      }),
    );
    try {
      await migrate(db);
    } catch (error) {
      await listener.close();
      throw error;
    }
    return {
      db,
      transaction: (work, { lock } = {}) =>
        repeatTransaction(db, lock === undefined ? work : locked(lock, work)),
      notify: listener.notify,
      listen: channels.listen,
      // Finding out whether another process has written would cost as much as the read.
      version: () => null,
      async checkWritable() {
        try {
          await writeOnce(db);
        } catch (cause) {
          throw unwritable(cause);
        }
      },
      async close() {
        await listener.close();
        await db.destroy();
      },
    };
  } catch (error) {
    await db.destroy();
    // A lazily created driver doesn't end the pool if it was never used.
    if (!pool.ending) await pool.end();
    throw error instanceof AppError && !(error instanceof StoreUnreachable)
      ? error
      : cannotOpen(config, error);
  }
}

/** Connects to a server when the first statement is run. Doesn't migrate the schema. */
export function connectPostgres(url: string) {
  const config = configOf(url);
  const pool = new pg.Pool({ ...config, max: limits.store.connectionsMax });
  // If a connection is lost, its pending statement is rejected, and the pool replaces the connection.
  pool.on("error", () => undefined);
  pool.on("connect", (client) => client.on("error", () => undefined));
  return { config, pool, db: new Kysely<Schema>({ dialect: createPostgresDialect(pool) }) };
}

/** pg returns these types as text. Our times, counters and sums are all below 2^53. */
const numbers = new Set<number>([pg.types.builtins.INT8, pg.types.builtins.NUMERIC]);

function configOf(url: string): pg.ClientConfig {
  const { transactionIdleMs, connectMs } = limits.store;
  return {
    connectionString: url,
    application_name: "docwright",
    keepAlive: true,
    connectionTimeoutMillis: connectMs,
    idle_in_transaction_session_timeout: transactionIdleMs,
    types: {
      getTypeParser(id: number, format?: "text" | "binary"): unknown {
        return numbers.has(id) ? Number : pg.types.getTypeParser(id, format as "text");
      },
    },
  };
}

function locked<T>(lock: string, work: (tx: Tx) => Promise<T>) {
  return async (tx: Tx): Promise<T> => {
    await sql`select pg_advisory_xact_lock(hashtextextended(${lock}, 0))`.execute(tx);
    return work(tx);
  };
}

async function repeatTransaction<T>(db: Kysely<Schema>, work: (tx: Tx) => Promise<T>): Promise<T> {
  for (let tries = 1; ; tries++) {
    let isCommitting = false;
    try {
      return await db.transaction().execute(async (tx) => {
        const result = await work(tx);
        isCommitting = true;
        return result;
      });
    } catch (error) {
      if (isCommitting || tries === limits.store.transactionTriesMax || !mayRepeat(error, tries)) throw error;
    }
  }
}

/** Whether a transaction that failed before its commit may succeed if it is repeated. */
function mayRepeat(error: unknown, tries: number): boolean {
  // A second duplicate isn't caused by a race.
  return error instanceof StoreUnreachable || isConflict(error) || (isDuplicate(error) && tries === 1);
}

async function writeOnce(db: Kysely<Schema>): Promise<void> {
  await db
    .insertInto("installation")
    .values({ name: "write-check", value: "{}" })
    .onConflict((c) => c.column("name").doUpdateSet({ value: "{}" }))
    .execute();
}

/** A message for operators. It omits the server's address, because other people may see the message. */
function unwritable(cause: unknown): AppError {
  if (cause instanceof StoreUnreachable) return cause;
  const why =
    codeOf(cause) === "53100"
      ? "the database server's disk is full. Free up some space"
      : codeOf(cause) === "25006"
        ? "the database is read-only. Connect to the primary server"
        : "the database server rejected a write. See its log";
  return new AppError("unavailable", `Could not write to the control store: ${why}.`, { cause });
}

/** Includes the server's own message, because there is no log yet, but not the URL, which contains a password. */
export function cannotOpen({ connectionString = "" }: pg.ClientConfig, error: unknown): AppError {
  const cause = error instanceof StoreUnreachable ? error.cause : error;
  const reason = cause instanceof Error && cause.message !== "" ? cause.message : codeOf(cause);
  const host = URL.canParse(connectionString) ? new URL(connectionString).host : "";
  const at = host === "" ? "" : ` at ${host}`;
  const what = isUnreachable(cause) ? "reach" : "open";
  return new AppError(
    "unavailable",
    `Could not ${what} the PostgreSQL database${at}: ${reason}. Check DOCWRIGHT_DATABASE_URL and the server.`,
    { cause },
  );
}
