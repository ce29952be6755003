import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";

/** A data folder that this process has locked until `release`. */
export interface HeldFolder {
  /** Announces in `lock.pid` that this process runs the commands of other processes, through `socketPath`. */
  sayListening(): void;
  /** Withdraws the announcement. Called before the process stops. */
  sayStopping(): void;
  release(): void;
}

/** The process that has locked a data folder. */
export interface Holder {
  readonly pid: number;
  readonly listening: boolean;
}

/** Written after the process ID in `lock.pid`. */
const listeningMark = "listening";

/**
 * Returns whether the folder contains a service's data, or a service is currently creating this data. Changes nothing.
 */
export function isDataFolder(folder: string): boolean {
  return ["control.db", "lock"].some((name) => existsSync(join(folder, name)));
}

/**
 * Locks the data folder for this process, or returns null if another process has locked it. Throws `unavailable` if the
 * folder is unusable. The operating system releases the file lock when the process ends, even in a crash. `lock.pid`
 * only identifies the process that has the lock.
 */
export function holdDataFolder(folder: string): HeldFolder | null {
  const lock = openLock(folder);
  try {
    // The file stays empty: only its lock matters, so the rollback journal can be in memory.
    lock.pragma("journal_mode = MEMORY");
    lock.pragma("locking_mode = EXCLUSIVE");
    lock.exec("BEGIN EXCLUSIVE");
  } catch (error) {
    lock.close();
    if (isBusy(error)) return null;
    throw error;
  }
  const pidFile = join(folder, "lock.pid");
  const writeHolder = (text: string) => writeFileSync(pidFile, `${text}\n`, { mode: 0o600 });
  const removeHolder = () => rmSync(pidFile, { force: true });
  writeHolder(`${process.pid}`);
  return {
    sayListening: () => writeHolder(`${process.pid} ${listeningMark}`),
    sayStopping: removeHolder,
    release() {
      removeHolder();
      lock.close();
    },
  };
}

function openLock(folder: string): SqliteDatabase.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
    const { dataFolderPathBytesMax } = limits.store;
    if (Buffer.byteLength(realpathSync(folder)) > dataFolderPathBytesMax)
      throw new Error(`its path is longer than ${dataFolderPathBytesMax} bytes`);
    return new SqliteDatabase(join(folder, "lock"), { timeout: 0 });
  } catch (cause) {
    const why = cause instanceof Error ? ` (${cause.message})` : "";
    throw new AppError(
      "unavailable",
      `${folder} cannot be used as the data folder${why}. Choose another with --data or DOCWRIGHT_DATA.`,
      { cause },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

/** Returns the process that has locked the folder; null if `lock.pid` contains no process ID. */
export function readHolder(folder: string): Holder | null {
  try {
    const text = readFileSync(join(folder, "lock.pid"), "utf8");
    const pid = Number.parseInt(text, 10);
    return pid > 0 ? { pid, listening: text.includes(listeningMark) } : null;
  } catch {
    return null;
  }
}

/** The socket on which `serve` listens for other commands. */
export function socketPath(folder: string): string {
  return join(folder, "socket");
}
