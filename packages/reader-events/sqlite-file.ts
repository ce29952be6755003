import { chmodSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { ReaderEventsError } from "./errors.ts";

export type Sqlite = SqliteDatabase.Database;
export const { SqliteError } = SqliteDatabase;

/**
 * Opens a file for writing. The first of the `steps` creates version 1 of the schema, and each further step changes the
 * previous version into the next. All steps are applied to a new file, and only the missing ones to a file of an
 * earlier version. Committed data survives a power failure. Throws `unavailable` if a newer version wrote the file.
 */
export function openSqliteFile(path: string, steps: readonly string[]): Sqlite {
  const db = new SqliteDatabase(path);
  try {
    chmodSync(path, 0o600);
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      "busy_timeout = 10000",
      "cache_size = -8000",
      // 16 MiB: a checkpoint writes each page only once, even if many commits changed it.
      "wal_autocheckpoint = 4000",
      "journal_size_limit = 33554432",
      "secure_delete = FAST",
    ])
      db.pragma(pragma);
    db.transaction(() => {
      const found = Number(db.pragma("user_version", { simple: true }));
      if (found > steps.length) throw newer();
      if (found === steps.length) return;
      for (const step of steps.slice(found)) db.exec(step);
      db.pragma(`user_version = ${steps.length}`);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

const newer = () =>
  new ReaderEventsError(
    "unavailable",
    "The searches, feedback and conversations of this project were written by a newer version of Docwright. Start that version or a newer one.",
  );
