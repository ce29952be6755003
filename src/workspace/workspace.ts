import { type Change, type FileEntry, isRegular, type Sha } from "./files.ts";
import type { Mirror } from "./mirror.ts";
import { createOverlay } from "./overlay.ts";
import { assertQuery, type SearchQuery, type SearchResult } from "./search.ts";
import { isLiteral, searchTexts } from "./search-texts.ts";

/** A base tree and an overlay of changed files. No file of it is ever on disk. */
export interface Workspace {
  /** The commit that the overlay lies on. */
  readonly base: Sha;
  /** Base and overlay, sorted by path, by code unit. The same array until something changes. */
  files(): readonly FileEntry[];
  entry(path: string): FileEntry | null;
  /**
   * The bytes of those of `paths` that are regular files. Symbolic links, submodules, what does not exist and what is
   * larger than `limits.workspace.readBlobBytesMax` are not in the answer.
   */
  read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /** The base without the overlay, sorted as `files`; the same array always. */
  baseFiles(): readonly FileEntry[];
  /** As `read`, from the base without the overlay: what a turn's checks compare with. */
  readBase(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>>;
  /**
   * Puts a whole file into the overlay; the base's own bytes take it out again. Throws `PathError` where the path is
   * not allowed, is a symbolic link or a submodule, is a folder, lies below a file, or differs from another only in
   * letter case. The bytes are not copied.
   */
  write(path: string, bytes: Uint8Array): void;
  /** Throws `PathError` where there is no such file, or it is a symbolic link or a submodule. */
  remove(path: string): void;
  /** The overlay, sorted by path. */
  changes(): readonly Change[];
  /** Makes the overlay exactly these: what `changes` answered once, for the same base. */
  restore(changes: readonly Change[]): void;
  /**
   * Lines of text files that match, by path, then line. Symbolic links, submodules and binary files are left out.
   * `textOf` is what the caller has in memory of the files as they are now: what is literal is looked for there.
   */
  search(
    query: SearchQuery,
    signal: AbortSignal,
    textOf?: (path: string) => string | null,
  ): Promise<SearchResult>;
  /** The overlay against the base, unified. */
  diff(options?: { readonly bytesMax?: number }): Promise<string>;
}

/** The workspace of a commit. The mirror must have it: `not_found` otherwise. */
export async function createWorkspace({
  mirror,
  base,
}: {
  readonly mirror: Mirror;
  readonly base: Sha;
}): Promise<Workspace> {
  const tree = await mirror.tree(base);
  const overlay = createOverlay(tree);
  const { files, entry, write, remove, changes, restore } = overlay;

  async function readFiles(wanted: readonly FileEntry[]): Promise<Map<string, Uint8Array>> {
    const regular = wanted.filter(isRegular);
    const blobs = await mirror.readBlobs(regular.map((file) => file.blob));
    const found = new Map<string, Uint8Array>();
    for (const { path, blob } of regular) {
      const bytes = blobs.get(blob);
      if (bytes !== undefined) found.set(path, bytes);
    }
    return found;
  }

  async function read(paths: readonly string[]): Promise<ReadonlyMap<string, Uint8Array>> {
    const unchanged = paths.filter((path) => overlay.written(path) === null);
    const found = await readFiles(unchanged.flatMap((path) => entry(path) ?? []));
    for (const path of paths) {
      const written = overlay.written(path);
      if (written !== null) found.set(path, written);
    }
    return found;
  }

  const search: Workspace["search"] = async (query, signal, textOf) => {
    assertQuery(query);
    const texts =
      textOf === undefined || !isLiteral(query)
        ? null
        : await searchTexts({ files: files().filter(isRegular), textOf, read, signal }, query);
    if (texts !== null) return texts;
    const result = await mirror.search({ base, changes: changes(), query, signal });
    // What is not a file of the workspace cannot be opened, so it is not found either.
    return { ...result, matches: result.matches.filter(({ path }) => entry(path) !== null) };
  };

  return {
    base,
    files,
    entry,
    read,
    baseFiles: () => tree.files,
    readBase: (paths) => readFiles(paths.flatMap((path) => overlay.baseEntry(path) ?? [])),
    write,
    remove,
    changes,
    restore,
    search,
    async diff(options = {}) {
      return changes().length === 0 ? "" : mirror.diffChanges({ base, changes: changes(), ...options });
    },
  };
}
