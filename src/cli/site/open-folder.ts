import { existsSync, realpathSync } from "node:fs";
import { isAbsolute, relative, resolve } from "node:path";
import {
  blobId,
  type FilesOnDisk,
  FolderError,
  GitError,
  listFilesOnDisk,
  openWorkingCopy,
  type WorkingCopy,
} from "#repositories";
import {
  createPageCache,
  createParserProcess,
  type OpenSite,
  openSite,
  RefactorError,
  type Refactoring,
  type Site,
  type SiteSource,
} from "#site";
import { AppError } from "../../errors.ts";
import { createSystemClock } from "../../std/clock.ts";
import { gitAdvice } from "../../std/git-advice.ts";

/** The docs site in the current folder. */
export interface OpenedFolder {
  readonly copy: WorkingCopy;
  readonly files: FilesOnDisk;
  readonly site: Site;
  readonly judge: OpenSite["parser"] & object;
  /** Opens the site of another tree, such as a commit's, with the same docs folder. */
  open(source: SiteSource): Promise<Site>;
  /** Opens the site with these edits applied. */
  withEdits(edits: Refactoring<unknown>["edits"]): Promise<Site>;
  /** Converts a path that exists in the current folder to a path below `top`. Returns addresses and globs unchanged. */
  pathFrom(name: string): string;
  /** Like `pathFrom`, but for the path `name` that `from` will be moved to. `name` doesn't exist yet. */
  newPathFrom(name: string, from: string): string;
}

/**
 * Opens the docs site of the current folder and runs `work` on it. `docs` is the docs folder; by default, it is
 * detected.
 */
export async function withFolder<T>(
  docs: string | undefined,
  work: (folder: OpenedFolder) => Promise<T>,
): Promise<T> {
  if (docs !== undefined && !existsSync(docs))
    throw new AppError("not_found", `The folder ${docs} doesn't exist. Check --docs.`);
  const copy = await openWorkingCopy(docs ?? ".", { clock: createSystemClock(), advice: gitAdvice }).catch(
    translated,
  );
  const judge = createParserProcess();
  try {
    const files = listFilesOnDisk(copy.top, await copy.listPaths());
    const options = { cache: createPageCache(), parser: judge };
    const inTop = (path: string) => relative(copy.top, resolve(path));
    const here = relative(copy.top, realpathSync(docs ?? "."));
    const detected = docs === undefined ? await openSite(files, options) : null;
    // A repository can contain several sites. The detected site may be in another folder.
    const isDetected = detected !== null && (contains(detected.root, here) || contains(here, detected.root));
    const docsFolder = isDetected ? null : here;
    const open = (source: SiteSource) =>
      openSite(source, { ...options, ...(docsFolder === null ? {} : { docsFolder }) });
    const site = detected !== null && docsFolder === null ? detected : await open(files);
    if (site.pages.size === 0)
      throw new AppError(
        "not_found",
        `No documentation pages found in ${copy.top}. Run the command in a folder of docs, or specify one with --docs.`,
      );
    const isHere = (name: string) => !isAbsolute(name) && existsSync(name) && !inTop(name).startsWith("..");
    return await work({
      ...{ copy, files, site, judge, open },
      withEdits: (edits) => open(overlaid(files, edits)),
      pathFrom: (name) => (isHere(name) ? inTop(name) : name),
      newPathFrom: (name, from) =>
        isAbsolute(name) || !isHere(from) ? name : inTop(name) + (name.endsWith("/") ? "/" : ""),
    });
  } catch (error) {
    return translated(error);
  } finally {
    await Promise.all([judge.close(), copy.close()]);
  }
}

/** Whether the folder `inner` is `outer` or is below it. An empty path is the top folder. */
function contains(outer: string, inner: string): boolean {
  return outer === "" || `${inner}/`.startsWith(`${outer}/`);
}

function overlaid(files: FilesOnDisk, edits: Refactoring<unknown>["edits"]): SiteSource {
  const changed = new Map([...edits].filter((edit): edit is [string, Uint8Array] => edit[1] !== null));
  const entries = [...changed].map(([path, bytes]) => ({ path, id: blobId(bytes), size: bytes.length }));
  return {
    files: [...files.files.filter(({ path }) => !edits.has(path)), ...entries].sort((a, b) =>
      a.path < b.path ? -1 : 1,
    ),
    async read(paths) {
      const read = new Map(await files.read(paths.filter((path) => !edits.has(path))));
      for (const path of paths) {
        const bytes = changed.get(path);
        if (bytes !== undefined) read.set(path, bytes);
      }
      return read;
    },
  };
}

function translated(error: unknown): never {
  const isForPeople = [RefactorError, GitError, FolderError].some((kind) => error instanceof kind);
  if (!(error instanceof Error && isForPeople)) throw error;
  throw new AppError("invalid_request", error.message, { cause: error });
}
