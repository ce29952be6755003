import { chmodSync, existsSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { CountsError } from "../errors.ts";

export type Sqlite = SqliteDatabase.Database;
export const { SqliteError } = SqliteDatabase;

/** The schema's versions: the statements that create the first one, and those that change each into the next. */
export interface Schema {
  readonly create: string;
  readonly changes: readonly string[];
}

/** The size of a writer's page cache. */
export const writerCacheKib = 8000;

/** The newest version of any schema. */
const newest = 2;

/**
 * Opens a file for writing. A new file gets the schema, and the file of an earlier version its changes. Committed data
 * survives a power failure. Throws `unavailable` if a newer version wrote the file.
 */
export function openToWrite(path: string, { create, changes }: Schema): Sqlite {
  const db = new SqliteDatabase(path);
  try {
    chmodSync(path, 0o600);
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      "busy_timeout = 10000",
      `cache_size = -${writerCacheKib}`,
      // 16 MiB: a checkpoint writes each page only once, even if many commits changed it.
      "wal_autocheckpoint = 4000",
      "journal_size_limit = 33554432",
      "secure_delete = FAST",
    ])
      db.pragma(pragma);
    db.transaction(() => {
      const found = Number(db.pragma("user_version", { simple: true }));
      const steps = [create, ...changes];
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

/**
 * Opens a file for reading, concurrently with its writer; each statement sees the state committed when it began. Null
 * if the file does not exist or its schema is not complete yet. The file may have an earlier version of its schema.
 */
export function openToRead(path: string): Sqlite | null {
  if (!existsSync(path)) return null;
  const db = new SqliteDatabase(path, { fileMustExist: true });
  db.pragma("query_only = ON");
  db.pragma("busy_timeout = 10000");
  db.pragma("cache_size = -2000");
  const found = Number(db.pragma("user_version", { simple: true }));
  if (found > 0 && found <= newest) return db;
  db.close();
  if (found === 0) return null;
  throw newer();
}

const newer = () =>
  new CountsError(
    "unavailable",
    "The events of this project were written by a newer version of Docwright. Start that version or a newer one.",
  );
