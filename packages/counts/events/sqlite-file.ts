import { chmodSync, existsSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { CountsError } from "../errors.ts";

export type Sqlite = SqliteDatabase.Database;
export const { SqliteError } = SqliteDatabase;

const version = 1;

/**
 * Opens a file for writing. A new file gets the schema `create`. Committed data survives a power failure. Throws
 * `unavailable` if a newer version wrote the file.
 */
export function openToWrite(path: string, create: string): Sqlite {
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
      const found = db.pragma("user_version", { simple: true });
      if (found === version) return;
      if (found !== 0) throw newer();
      db.exec(create);
      db.pragma(`user_version = ${version}`);
    }).immediate();
    return db;
  } catch (error) {
    db.close();
    throw error;
  }
}

/**
 * Opens a file for reading, concurrently with its writer; each statement sees the state committed when it began. Null
 * if the file does not exist or its schema is not complete yet.
 */
export function openToRead(path: string): Sqlite | null {
  if (!existsSync(path)) return null;
  const db = new SqliteDatabase(path, { fileMustExist: true });
  db.pragma("query_only = ON");
  db.pragma("busy_timeout = 10000");
  db.pragma("cache_size = -2000");
  const found = db.pragma("user_version", { simple: true });
  if (found === version) return db;
  db.close();
  if (found === 0) return null;
  throw newer();
}

const newer = () =>
  new CountsError(
    "unavailable",
    "The events of this project were written by a newer version of Docwright. Start that version or a newer one.",
  );
