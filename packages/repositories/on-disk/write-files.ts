import { randomUUID } from "node:crypto";
import {
  accessSync,
  closeSync,
  constants,
  fchmodSync,
  fsyncSync,
  lstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  renameSync,
  rmdirSync,
  rmSync,
  writeSync,
} from "node:fs";
import { dirname, join } from "node:path";
import { createFolderTest, type FilesOnDisk } from "./files-on-disk.ts";
import { FolderError } from "./folder-error.ts";

interface WriteFiles {
  readonly top: string;
  readonly files: Pick<FilesOnDisk, "requireUnchanged" | "modeOf">;
  /** The new bytes by path; null removes the file. */
  readonly edits: ReadonlyMap<string, Uint8Array | null>;
  /** The modes of new files, taken from the files that they replace. */
  readonly modes: ReadonlyMap<string, number>;
}

/**
 * Writes all files or none: everything that can fail happens before the first file changes. Each file is replaced as a
 * whole, so a file is never half-written, even if the process is killed. A moved file is written before the old one is
 * removed. Throws FolderError if a file changed on disk or can't be written.
 */
export function writeFiles({ top, files, edits, modes }: WriteFiles): void {
  const drafts = new Map<string, string>();
  const created: string[] = [];
  // Ctrl+C must not leave some of the files changed.
  const wait = () => {};
  for (const signal of interrupts) process.on(signal, wait);
  try {
    try {
      for (const [path, bytes] of edits) {
        if (bytes === null) continue;
        created.push(...makeFolder(top, dirname(path)));
        const draft = join(top, dirname(path), `.docwright-${randomUUID().slice(0, 13)}`);
        drafts.set(path, draft);
        writeDraft(draft, bytes, files.modeOf(path) ?? modes.get(path) ?? null);
      }
      for (const [path, bytes] of edits)
        if (bytes === null) accessSync(join(top, dirname(path)), constants.W_OK);
      for (const path of edits.keys()) files.requireUnchanged(path);
    } catch (error) {
      for (const draft of drafts.values()) rmSync(draft, { force: true });
      for (const folder of created.reverse()) rmdirSync(folder);
      throw explained(error);
    }
    replaceAll(top, edits, drafts);
  } finally {
    for (const signal of interrupts) process.off(signal, wait);
  }
}

const interrupts = ["SIGINT", "SIGTERM", "SIGHUP"] as const;

/** Creates the folder if it is missing. Returns the folders that were created, from the top down. */
function makeFolder(top: string, folder: string): string[] {
  if (!createFolderTest(top)(folder))
    throw new FolderError(`${folder} is not a folder, or is behind a symbolic link. Choose another path.`);
  const missing: string[] = [];
  for (let at = folder; lstatSync(join(top, at), { throwIfNoEntry: false }) === undefined; at = dirname(at))
    missing.unshift(join(top, at));
  for (const path of missing) mkdirSync(path);
  return missing;
}

function writeDraft(draft: string, bytes: Uint8Array, mode: number | null): void {
  const file = openSync(draft, "wx");
  try {
    for (let at = 0; at < bytes.length; ) at += writeSync(file, bytes, at);
    if (mode !== null) fchmodSync(file, mode);
    fsyncSync(file);
  } finally {
    closeSync(file);
  }
}

function replaceAll(top: string, edits: WriteFiles["edits"], drafts: ReadonlyMap<string, string>): void {
  const written = new Set<string>();
  let done = 0;
  try {
    for (const [path, draft] of drafts) {
      renameSync(draft, join(top, path));
      written.add(identityOf(join(top, path)));
      done++;
    }
    for (const [path, bytes] of edits) {
      if (bytes !== null) continue;
      // If the disk ignores letter case and only the case of a path changes, the old path is the file just written.
      if (!written.has(identityOf(join(top, path)))) rmSync(join(top, path));
      removeEmptyFolders(top, dirname(path));
      done++;
    }
  } catch (error) {
    for (const draft of drafts.values()) rmSync(draft, { force: true });
    const message = `Only ${done} of ${edits.size} files were changed: ${reasonOf(error)}. Review them with git diff.`;
    throw new FolderError(message, { cause: error });
  }
}

function identityOf(path: string): string {
  const { dev, ino } = lstatSync(path);
  return `${dev}-${ino}`;
}

/** Git doesn't store empty folders, so none are left behind. */
function removeEmptyFolders(top: string, folder: string): void {
  for (let at = folder; at !== "." && readdirSync(join(top, at)).length === 0; at = dirname(at))
    rmdirSync(join(top, at));
}

function explained(error: unknown): unknown {
  if (error instanceof FolderError) return error;
  return new FolderError(`No files were changed: ${reasonOf(error)}.`, { cause: error });
}

function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : String(error);
}
