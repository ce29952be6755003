import { chmod, mkdir, writeFile } from "node:fs/promises";
import { dirname, join } from "node:path";
import { blobId, type FileEntry, type Sha, type Workspace } from "#repositories";
import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";

/** The written files, by path. A file that isn't here was not written, so the agent can't have removed it. */
export type WrittenOut = ReadonlyMap<string, Sha>;

const filesAtOnce = 500;

/**
 * Writes the workspace's regular files, with its changes, to an empty folder. Leaves out links, submodules, files that
 * are too large to read, and everything that belongs to git. Throws `model_error` if there is too much to write.
 */
export async function writeOut(workspace: Workspace, folder: string): Promise<WrittenOut> {
  const files = workspace.files().filter(({ mode }) => mode === "100644" || mode === "100755");
  if (files.length > limits.external.filesMax)
    throw new TurnError(
      "model_error",
      `The repository has ${files.length} files. An external agent can work on at most ${limits.external.filesMax}.`,
    );
  const written = new Map<string, Sha>();
  const folders = new Set<string>();
  let bytesTotal = 0;
  for (let at = 0; at < files.length; at += filesAtOnce) {
    const batch = files.slice(at, at + filesAtOnce);
    const contents = await workspace.read(batch.map(({ path }) => path));
    for (const bytes of contents.values()) bytesTotal += bytes.byteLength;
    if (bytesTotal > limits.external.writtenBytesMax)
      throw new TurnError("model_error", "The repository's files are too large for an external agent.");
    await writeFiles({ folder, folders, batch, contents, written });
  }
  return written;
}

interface Batch {
  readonly folder: string;
  /** Folders that were already created. */
  readonly folders: Set<string>;
  readonly batch: readonly FileEntry[];
  readonly contents: ReadonlyMap<string, Uint8Array>;
  readonly written: Map<string, Sha>;
}

async function writeFiles({ folder, folders, batch, contents, written }: Batch): Promise<void> {
  for (const { path, mode } of batch) {
    const bytes = contents.get(path);
    if (bytes === undefined) continue;
    const file = join(folder, path);
    const parent = dirname(file);
    if (!folders.has(parent)) await mkdir(parent, { recursive: true });
    folders.add(parent);
    // The folder is new and only we write to it, so if a file exists, its name differs only in letter case.
    await writeFile(file, bytes, { flag: "wx" });
    if (mode === "100755") await chmod(file, 0o755);
    written.set(path, blobId(bytes));
  }
}
