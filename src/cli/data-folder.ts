import { chmodSync, existsSync, mkdirSync, readFileSync, realpathSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";

/** The data folder, held by this process alone until `release`. */
export interface HeldFolder {
  /** Tells other commands that this process carries them out, at `socketPath`. */
  sayListening(): void;
  /** Tells them that it is about to stop. */
  sayStopping(): void;
  release(): void;
}

/** The process that holds a data folder. */
export interface Holder {
  readonly pid: number;
  readonly listening: boolean;
}

/** Stands beside the process's id in `lock.pid`. */
const listeningMark = "listening";

/** Whether a service's data is kept there, or a service is just beginning to. Changes nothing. */
export function isDataFolder(folder: string): boolean {
  return ["control.db", "lock"].some((name) => existsSync(join(folder, name)));
}

/**
 * Takes the data folder for this process, or returns null if another holds it; throws `unavailable` if it cannot be one.
 * The lock is one of the operating system's on an open file: it goes with the process, however that ends. `lock.pid`
 * only says who holds it.
 */
export function holdDataFolder(folder: string): HeldFolder | null {
  const lock = openLock(folder);
  try {
    // A rollback journal in memory: the file holds nothing, only its lock counts.
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
      `${folder} cannot be the data folder${why}. Name another with --data or DOCWRIGHT_DATA.`,
      { cause },
    );
  }
}

function isBusy(error: unknown): boolean {
  return error instanceof Error && "code" in error && String(error.code).startsWith("SQLITE_BUSY");
}

/** The process that holds the folder, as far as it says; null if it does not. */
export function readHolder(folder: string): Holder | null {
  try {
    const text = readFileSync(join(folder, "lock.pid"), "utf8");
    const pid = Number.parseInt(text, 10);
    return pid > 0 ? { pid, listening: text.includes(listeningMark) } : null;
  } catch {
    return null;
  }
}

/** Where `serve` listens for the other commands. */
export function socketPath(folder: string): string {
  return join(folder, "socket");
}
