import { chmodSync } from "node:fs";
import { limits } from "./limits.ts";

/** What this module uses of better-sqlite3, so that programs without SQLite need neither the library nor its types. */
interface SqliteFile {
  readonly name: string;
  pragma(source: string, options?: { readonly simple?: boolean }): unknown;
  exec(source: string): unknown;
  transaction(run: () => void): { immediate(): void };
  close(): unknown;
}

/**
 * Prepares a file that was just opened for writing, or closes it and throws. The first of the `steps` creates version 1
 * of the schema, and each further step changes the previous version into the next. All steps are applied to a new file,
 * and only the missing ones to a file of an earlier version. Committed data survives a power failure. Throws the error
 * that `newer` creates if a newer version wrote the file. The caller opens the file.
 */
export function prepareSqliteFile<File extends SqliteFile>(
  db: File,
  { steps, newer }: { readonly steps: readonly string[]; readonly newer: () => Error },
): File {
  try {
    chmodSync(db.name, 0o600);
    for (const pragma of [
      "journal_mode = WAL",
      "synchronous = FULL",
      `busy_timeout = ${limits.sqliteBusyMs}`,
      `cache_size = -${limits.sqliteWriterCacheKib}`,
      `wal_autocheckpoint = ${limits.sqliteCheckpointPages}`,
      `journal_size_limit = ${limits.sqliteJournalBytesMax}`,
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
