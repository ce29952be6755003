import { chmodSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import {
  CompiledQuery,
  type DatabaseConnection,
  Kysely,
  type SelectModifierNode,
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
 * Opens the embedded store and migrates its schema. With WAL and synchronous=FULL, an acknowledged commit survives a
 * power cut. Throws if a newer version wrote the file.
 */
export async function openSqlite(file: string): Promise<Database> {
  const sqlite = openFile(file);
  const version = createVersion(sqlite);
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new WholeMigrations(),
      createDriver: () => new WriterDriver(sqlite, cacheStatements(sqlite, version.countWrite)),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new UnlockedCompiler(),
    },
  });
  await migrate(db).catch(async (error: unknown) => {
    await db.destroy();
    throw error;
  });
  const { notify, listen } = createChannels();
  return {
    db,
    // No transaction needs a lock, because all writes run one after another.
    async transaction(work) {
      try {
        return await db.transaction().execute(work);
      } catch (error) {
        throw isDiskError(error) ? cannotWrite(error) : error;
      }
    },
    notify,
    listen,
    version: version.current,
    async checkWritable() {
      try {
        // Overwrites an unused number in the file's header, which writes one page and touches no table.
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
    // busy_timeout is for other processes on the same file; in this process, Kysely queues the statements.
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      "foreign_keys = ON",
      "busy_timeout = 10000",
    ])
      sqlite.pragma(pragma);
    // Reads every page, at about 1 GB/s. Otherwise, damage would only show up as errors in individual requests.
    const problem = sqlite.pragma("quick_check(1)", { simple: true });
    if (problem !== "ok") throw new Error(`it is damaged (${String(problem)})`);
    return sqlite;
  } catch (cause) {
    const reason = cause instanceof Error ? cause.message : "unknown error";
    throw new AppError(
      "unavailable",
      `Could not open ${file}: ${reason}. Restore a backup of the data folder.`,
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

  /** Takes the write lock immediately: a deferred transaction fails if another process writes after its first read. */
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }

  /**
   * If the disk is full, SQLite has already rolled back the transaction. A second rollback would fail and hide the
   * cause.
   */
  override async rollbackTransaction(connection: DatabaseConnection): Promise<void> {
    if (this.#sqlite.inTransaction) await super.rollbackTransaction(connection);
  }
}

/** Omits row locks, which SQLite neither supports nor needs: a transaction holds the write lock. */
class UnlockedCompiler extends SqliteQueryCompiler {
  protected override visitSelectModifier(node: SelectModifierNode): void {
    if (!rowLocks.has(node.modifier)) super.visitSelectModifier(node);
  }
}

const rowLocks: ReadonlySet<unknown> = new Set(["ForUpdate", "ForNoKeyUpdate", "ForShare", "SkipLocked"]);

function codeOf(error: unknown): string {
  return error instanceof Error && "code" in error ? String(error.code) : "";
}

/** Errors that the caller didn't cause and that may be temporary. See https://www.sqlite.org/rescode.html. */
function isDiskError(error: unknown): boolean {
  return /^SQLITE_(?:FULL|IOERR|BUSY|READONLY|CANTOPEN)/u.test(codeOf(error));
}

/** A message for operators. It omits the folder's path, because other people may see the message. */
function unwritable(cause: unknown): AppError {
  const code = codeOf(cause);
  const why = code.startsWith("SQLITE_FULL")
    ? "the data folder's disk is full. Free up some space"
    : /^SQLITE_(?:READONLY|CANTOPEN)/u.test(code)
      ? "the data folder or its disk is read-only. Make it writable by the service"
      : "writing to the data folder's disk failed. Check whether it is full, read-only or broken";
  return new AppError("unavailable", `Could not write to the control store: ${why}.`, { cause });
}

function cannotWrite(cause: unknown): AppError {
  return new AppError("unavailable", "Could not write to the store; its disk may be full. Try again later.", {
    cause,
  });
}

/** SQLite can roll back schema changes, so a migration that fails or is killed leaves nothing behind. */
class WholeMigrations extends SqliteAdapter {
  override get supportsTransactionalDdl(): boolean {
    return true;
  }
}

const statementsMax = 500;

/** Counts the writes of all connections in this process, so that no connection relies on an outdated check. */
let writes = 0;

/**
 * Counts write statements, committed or not, and commits by other processes. It checks for such commits once per turn
 * of the event loop. Requests handled in that turn arrived before the check.
 */
function createVersion(sqlite: SqliteDatabase.Database) {
  const dataVersion = sqlite.prepare("pragma data_version").pluck();
  let others = dataVersion.get();
  let version = 0;
  let writesSeen = writes;
  let checked = false;
  const endOfTurn = () => {
    checked = false;
  };
  return {
    countWrite(): void {
      writes += 1;
    },
    current(): number {
      if (checked && writesSeen === writes) return version;
      const seen = dataVersion.get();
      if (seen !== others || writesSeen !== writes) version += 1;
      others = seen;
      writesSeen = writes;
      checked = true;
      setImmediate(endOfTurn).unref();
      return version;
    },
  };
}

/**
 * Caches prepared statements. Kysely prepares a statement each time it is run. For most of our statements, preparing
 * costs more than running.
 */
function cacheStatements(sqlite: SqliteDatabase.Database, onWrite: () => void) {
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
