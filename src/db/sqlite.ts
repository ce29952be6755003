import { chmodSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  SqliteAdapter,
  SqliteDriver,
  SqliteIntrospector,
  SqliteQueryCompiler,
  sql,
} from "kysely";
import { AppError } from "../errors.ts";
import { createChannels } from "./channels.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";

/**
 * Opens the embedded store and brings its schema up to date. A commit that was acknowledged survives a power cut:
 * WAL with synchronous=FULL. Throws where the file was written by a newer version.
 */
export async function openSqlite(file: string): Promise<Database> {
  const sqlite = openFile(file);
  const version = createVersion(sqlite);
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new WholeMigrations(),
      createDriver: () => new WriterDriver(sqlite, rememberStatements(sqlite, version.countWrite)),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await migrate(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const channels = createChannels();
  return {
    db,
    async transaction(work) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        throw isOfTheDisk(error) ? cannotWrite(error) : error;
      }
    },
    ...channels,
    version: version.current,
    async checkWritable() {
      try {
        // A number in the file's header that nothing reads: writing it costs one page, and no table.
        await db.transaction().execute((tx) => sql`pragma user_version = 1`.execute(tx));
      } catch (error) {
        throw unwritable(error);
      }
    },
    close: () => db.destroy(),
  };
}

function openFile(file: string): SqliteDatabase.Database {
  try {
    const sqlite = new SqliteDatabase(file);
    if (file !== ":memory:") chmodSync(file, 0o600);
    // busy_timeout covers a second process on the same file; within one process kysely queues.
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "busy_timeout = 10000",
    ])
      sqlite.pragma(pragma);
    return sqlite;
  } catch (cause) {
    const why = cause instanceof Error ? cause.message : "no reason was given";
    throw new AppError(
      "unavailable",
      `${file} cannot be opened: ${why}. Put back a copy of the data folder.`,
      { cause },
    );
  }
}

class WriterDriver extends SqliteDriver {
  readonly #sqlite: SqliteDatabase.Database;

  constructor(
    sqlite: SqliteDatabase.Database,
    database: ConstructorParameters<typeof SqliteDriver>[0]["database"],
  ) {
    super({ database });
    this.#sqlite = sqlite;
  }

  /** A deferred transaction that reads first and writes later fails when another process wrote between: take the lock at once. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /** A full disk has rolled it back already: failing to do that again would hide the cause. */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** https://www.sqlite.org/rescode.html: what nobody who calls us has done wrong, and what may be over in a moment. */
function isOfTheDisk(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR|BUSY|READONLY|CANTOPEN)/u.test(codeOf(error));
}

/** For those who run the service, without the folder's path: whoever asks may be a stranger. */
function unwritable(cause: unknown): AppError {
  const code = codeOf(cause);
  const why = code.startsWith("SQLITE_FULL")
    ? "the disk of the data folder is full. Make room on it"
    : /^SQLITE_(?:READONLY|CANTOPEN)/u.test(code)
      ? "the data folder, or its disk, is read-only. Let the service write to it"
      : "the disk of the data folder does not take it. RefreshPullRequest whether it is full, read-only or broken";
  return new AppError("unavailable", `The control store cannot be written to: ${why}.`, { cause });
}

function cannotWrite(cause: unknown): AppError {
  return new AppError(
    "unavailable",
    "The store cannot be written to now: its disk may be full. Try again later.",
    {
      cause,
    },
  );
}

/** SQLite rolls back changes of tables too: a migration that fails, or whose process is killed, leaves nothing behind. */
class WholeMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const statementsMax = 500;

/** By all connections of this process, so that none of them trusts a look from before. */
let writes = 0;

/**
 * Counts the statements that write, whether they commit or not, and the commits of other processes that a look finds.
 * One look serves a turn of the event loop: what is answered in it had arrived before the look.
 */
function createVersion(sqlite: SqliteDatabase.Database) {
  const dataVersion = sqlite.prepare("pragma data_version").pluck();
  let others = dataVersion.get();
  let version = 0;
  let writesSeen = writes;
  let looked = false;
  const endOfTurn = () => {
    looked = false;
  };
  return {
    countWrite(): void {
      writes += 1;
    },
    current(): number {
      if (looked && writesSeen === writes) return version;
      const seen = dataVersion.get();
      if (seen !== others || writesSeen !== writes) version += 1;
      others = seen;
      writesSeen = writes;
      looked = true;
      setImmediate(endOfTurn).unref();
      return version;
    },
  };
}

/** Kysely prepares each statement anew; preparing costs more than running most of ours. It runs each once. */
function rememberStatements(sqlite: SqliteDatabase.Database, onWrite: () => void) {
  const statements = new Map<string, SqliteDatabase.Statement>();
  return {
    close: () => sqlite.close(),
    prepare(sql: string) {
      let statement = statements.get(sql);
      if (statement === undefined) {
        if (statements.size >= statementsMax) statements.clear();
        statement = sqlite.prepare(sql);
        statements.set(sql, statement);
      }
      if (!statement.readonly) onWrite();
      return statement;
    },
  };
}
