import { copyFileSync, existsSync, readdirSync, rmSync, statSync } from "node:fs";
import { join, relative } from "node:path";
import { takeSnapshots } from "./snapshots.ts";
import type { BackupWriter } from "./write-backup.ts";

/** What to copy: files in `folder`, which keep their paths in the backup. */
export interface CopySource {
  readonly folder: string;
  readonly writer: BackupWriter;
  /** Called after each step, with the number of copied bytes. */
  readonly onProgress: (path: string, bytes: number) => void;
}

/** Copies SQLite files as of the same moment: see `takeSnapshots`. */
export async function copySqlite(
  { folder, writer, onProgress }: CopySource,
  first: string,
  listOthers?: () => readonly string[],
): Promise<void> {
  const snapshots = await takeSnapshots(first, listOthers);
  try {
    for (const { file, copyTo } of snapshots) {
      const path = relative(folder, file);
      await copyTo(writer.place(path), (bytes) => onProgress(path, bytes));
    }
  } finally {
    for (const snapshot of snapshots) snapshot.close();
  }
}

/** Copies the files in a subfolder whose names match. Other processes may delete them, or append to them, meanwhile. */
export function copyPlain(
  { folder, writer, onProgress }: CopySource,
  subfolder: string,
  names: RegExp,
): void {
  if (!existsSync(join(folder, subfolder))) return;
  for (const entry of readdirSync(join(folder, subfolder), { withFileTypes: true })) {
    const path = join(subfolder, entry.name);
    if (!entry.isFile() || !names.test(entry.name)) continue;
    try {
      copyFileSync(join(folder, path), writer.place(path));
    } catch (error) {
      if (!existsSync(join(folder, path))) continue;
      throw error;
    }
    onProgress(path, statSync(writer.place(path)).size);
  }
}

/** The names of the folders in a folder. Empty if there is no such folder. */
export function listFolders(folder: string): readonly string[] {
  if (!existsSync(folder)) return [];
  return readdirSync(folder, { withFileTypes: true })
    .filter((entry) => entry.isDirectory())
    .map(({ name }) => name);
}

/** The size of a file, or of the SQLite files in a folder. */
export function bytesOf(path: string): number {
  const found = statSync(path, { throwIfNoEntry: false });
  if (found?.isDirectory() !== true) return found?.size ?? 0;
  return readdirSync(path, { recursive: true, withFileTypes: true })
    .filter((entry) => entry.isFile() && /\.sqlite(?:-wal)?$/u.test(entry.name))
    .map((entry) => statSync(join(entry.parentPath, entry.name), { throwIfNoEntry: false })?.size ?? 0)
    .reduce((sum, bytes) => sum + bytes, 0);
}

/** Like `copySqlite`, for files that may all be deleted meanwhile. `list` is called again while the first is locked. */
export async function copyGroup(source: CopySource, list: () => readonly string[]): Promise<void> {
  const [first] = list();
  if (first === undefined) return;
  try {
    await copySqlite(source, first, () => list().filter((file) => file !== first));
  } catch (error) {
    if (existsSync(first)) throw error;
  }
}

/** Deletes the folders in a folder of the backup whose names aren't kept. */
export function removeOthers(folder: string, kept: ReadonlySet<string>): void {
  for (const name of listFolders(folder))
    if (!kept.has(name)) rmSync(join(folder, name), { recursive: true });
}
