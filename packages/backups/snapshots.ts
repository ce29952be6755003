import { closeSync, openSync } from "node:fs";
import SqliteDatabase from "better-sqlite3";
import { pause } from "./clock.ts";
import { BackupError } from "./errors.ts";
import { limits } from "./limits.ts";

/** The content of a SQLite file at one moment. Until `close`, the file's write-ahead log grows with every write. */
export interface Snapshot {
  readonly file: string;
  readonly bytes: number;
  /** Creates `target` with mode 0600 and copies the content, durably. Calls `onBytes` with the bytes of each step. */
  copyTo(target: string, onBytes?: (bytes: number) => void): Promise<void>;
  close(): void;
}

/**
 * Takes snapshots of several files at the same moment, while other processes may write to them. For an instant, it
 * holds the write locks of all files, so the snapshots contain what a crash at this moment would leave. `listOthers` is
 * called while the first file is locked. Never waits for one lock while it holds another, so it can't cause a deadlock.
 * The files must exist and use write-ahead logs. Throws `BackupError` if a writer keeps a lock for too long.
 */
export async function takeSnapshots(
  first: string,
  listOthers: () => readonly string[] = () => [],
): Promise<readonly Snapshot[]> {
  for (let tries = 1; ; tries++) {
    const locks: SqliteDatabase.Database[] = [];
    const snapshots: Snapshot[] = [];
    const lock = (file: string) => {
      const db = new SqliteDatabase(file, { fileMustExist: true, timeout: 0 });
      locks.push(db);
      db.exec("begin immediate");
    };
    try {
      lock(first);
      const files = [first, ...listOthers()];
      files.slice(1).forEach(lock);
      for (const file of files) snapshots.push(openSnapshot(file));
      return snapshots;
    } catch (error) {
      for (const snapshot of snapshots) snapshot.close();
      if (!isBusy(error)) throw error;
      if (tries === limits.lockTriesMax)
        throw new BackupError(`${first} or a file beside it is locked for too long. Try again later.`, {
          cause: error,
        });
    } finally {
      for (const db of locks) db.close();
    }
    await pause(limits.lockEveryMs);
  }
}

function openSnapshot(file: string): Snapshot {
  const db = new SqliteDatabase(file, { fileMustExist: true });
  try {
    // The first read determines the content of the transaction.
    db.exec("begin; select count(*) from sqlite_schema");
    const pageBytes = Number(db.pragma("page_size", { simple: true }));
    const pages = Number(db.pragma("page_count", { simple: true }));
    return {
      file,
      bytes: pages * pageBytes,
      async copyTo(target, onBytes) {
        closeSync(openSync(target, "wx", 0o600));
        let copied = 0;
        await db.backup(target, {
          progress({ totalPages, remainingPages }) {
            onBytes?.((totalPages - remainingPages - copied) * pageBytes);
            copied = totalPages - remainingPages;
            return limits.stepPages;
          },
        });
        onBytes?.((pages - copied) * pageBytes);
      },
      close: () => void db.close(),
    };
  } catch (error) {
    db.close();
    throw error;
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}
