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
} from "kysely";
import { createChannels } from "./channels.ts";
import type { Database } from "./database.ts";
import { migrate } from "./migrate.ts";
import type { Schema } from "./schema.ts";

/**
 * Opens the embedded store and brings its schema up to date. A commit that was acknowledged survives a power cut:
 * WAL with synchronous=FULL. Throws where the file was written by a newer version.
 */
export async function openSqlite(file: string): Promise<Database> {
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
  const db = new Kysely<Schema>({
    dialect: {
      createAdapter: () => new SqliteAdapter(),
      createDriver: () => new WriterDriver({ database: rememberStatements(sqlite) }),
      createIntrospector: (kysely) => new SqliteIntrospector(kysely),
      createQueryCompiler: () => new SqliteQueryCompiler(),
    },
  });
  await migrate(db);
  const channels = createChannels();
  return {
    db,
    transaction: (work) => db.transaction().execute(work),
    ...channels,
    async ping() {
      sqlite.prepare("select 1").get();
    },
    close: () => db.destroy(),
  };
}

/** A deferred transaction that reads first and writes later fails when another process wrote between: take the lock at once. */
class WriterDriver extends SqliteDriver {
  override async beginTransaction(connection: DatabaseConnection): Promise<void> {
    await connection.executeQuery(CompiledQuery.raw("begin immediate"));
  }
}

const statementsMax = 500;

/** Kysely prepares each statement anew; preparing costs more than running most of ours. */
function rememberStatements(sqlite: SqliteDatabase.Database) {
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
      return statement;
    },
  };
}
