import { chmodSync, existsSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { CountsError } from "../errors.ts";

export type Sqlite = SqliteDatabase.Database;
export const { SqliteError } = SqliteDatabase;

const version = 1;

/**
 * Opens a file to write, with the schema that `create` lays out in a new one. What was committed survives a power cut.
 * Throws `unavailable` where a newer version wrote it.
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
      // 16 MiB: a checkpoint writes a page once that many commits have changed.
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
 * Opens a file to read beside its writer; each statement sees what was committed when it began. Null where there is
 * none, or its writer has only begun to lay it out.
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
    "The events of this project were written by a newer version of Docwright. Start that version.",
  );
