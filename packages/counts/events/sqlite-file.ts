import { existsSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { prepareSqliteFile, runtimeLimits } from "../../runtime/index.ts";
import { CountsError } from "../errors.ts";

export type Sqlite = SqliteDatabase.Database;
export const { SqliteError } = SqliteDatabase;

/** The schema's versions: the statements that create the first one, and those that change each into the next. */
export interface Schema {
  readonly create: string;
  readonly changes: readonly string[];
}

/** The newest version of any schema. */
const newest = 2;

/**
 * Opens a file for writing. A new file gets the schema, and the file of an earlier version its changes. Committed data
 * survives a power failure. Throws `unavailable` if a newer version wrote the file.
 */
export function openToWrite(path: string, { create, changes }: Schema): Sqlite {
  return prepareSqliteFile(new SqliteDatabase(path), { steps: [create, ...changes], newer });
}

/**
 * Opens a file for reading, concurrently with its writer; each statement sees the state committed when it began. Null
 * if the file does not exist or its schema is not complete yet. The file may have an earlier version of its schema.
 */
export function openToRead(path: string): Sqlite | null {
  if (!existsSync(path)) return null;
  const db = new SqliteDatabase(path, { fileMustExist: true });
  db.pragma("query_only = ON");
  db.pragma(`busy_timeout = ${runtimeLimits.sqliteBusyMs}`);
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
