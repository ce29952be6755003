import { existsSync, mkdirSync, readdirSync, readFileSync, rmSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { BackupError } from "./errors.ts";
import { sync } from "./write-backup.ts";

/** Files that don't contain data: a lock, and what some file systems create in an empty disk. */
const harmless: ReadonlySet<string> = new Set(["lock", "lock-journal", "lock.pid", "socket", "lost+found"]);

/**
 * Creates the file `marker` in a folder, with the ID of the backup that is restored into it. The caller deletes the file
 * with the returned function when everything is restored. Throws `BackupError` unless the folder is empty, or the same
 * backup was being restored into it.
 */
export function beginRestore(folder: string, { marker, id }: { marker: string; id: string }): () => void {
  const file = join(folder, marker);
  const isContinued = existsSync(file) && readFileSync(file, "utf8").trim() === id;
  const found = existsSync(folder) ? readdirSync(folder).filter((name) => !harmless.has(name)) : [];
  if (found.length > 0 && !isContinued)
    throw new BackupError(
      `${folder} isn't empty: it contains ${found.sort()[0]}. Choose an empty folder with --data, or move this one away.`,
    );
  mkdirSync(folder, { recursive: true, mode: 0o700 });
  writeFileSync(file, `${id}\n`, { mode: 0o600, flush: true });
  sync(folder);
  return () => {
    sync(folder);
    rmSync(file);
  };
}
