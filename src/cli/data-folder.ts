import { chmodSync, existsSync, mkdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join, relative } from "node:path";
import SqliteDatabase from "better-sqlite3";
import { AppError } from "../errors.ts";

/** The longest path that every platform takes for a local socket, in bytes. */
const socketPathBytesMax = 100;

/** The data folder, held by this process alone until `release`. */
export interface HeldFolder {
  release(): void;
}

/** Whether a service's data is kept there, or a service is just beginning to. Changes nothing. */
export function isDataFolder(folder: string): boolean {
  return ["control.db", "lock"].some((name) => existsSync(join(folder, name)));
}

/**
 * Takes the data folder for this process, or answers null where another holds it; `unavailable` where it can be none. The lock is one of the operating
 * system's on an open file: it goes with the process, however that ends. `lock.pid` only names the holder.
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
  writeFileSync(pidFile, `${process.pid}\n`, { mode: 0o600 });
  return {
    release() {
      rmSync(pidFile, { force: true });
      lock.close();
    },
  };
}

function openLock(folder: string): SqliteDatabase.Database {
  try {
    mkdirSync(folder, { recursive: true, mode: 0o700 });
    chmodSync(folder, 0o700);
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

/** The process that holds the folder, as far as it says; null where it does not. */
export function readHolder(folder: string): number | null {
  try {
    return Number.parseInt(readFileSync(join(folder, "lock.pid"), "utf8"), 10) || null;
  } catch {
    return null;
  }
}

/** Where `serve` listens for the other commands; null where no path to it is short enough for a socket. */
export function socketPath(folder: string): string | null {
  const absolute = join(folder, "socket");
  const fromHere = relative(process.cwd(), absolute);
  const shortest = fromHere !== "" && fromHere.length < absolute.length ? fromHere : absolute;
  return Buffer.byteLength(shortest) <= socketPathBytesMax ? shortest : null;
}
