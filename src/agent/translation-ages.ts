import { type FileHistory, GitError, type Sha, type Workspace } from "#repositories";
import {
  createSectionAges,
  outdatedSections,
  type Page,
  type SectionDifference,
  type Site,
  sectionsOf,
  type Translations,
} from "#site";
import { limits } from "../limits.ts";

const { historyFilesMax, historyReadBytesMax, historyVersionsAtOnce, historyVersionsMax } = limits.tools;

export interface Outdated {
  /** By the path of the translation: the sections whose source changed later. */
  readonly sections: ReadonlyMap<string, readonly SectionDifference[]>;
  /** A sentence if part of the history is unknown; null if all of it is known. */
  readonly unknown: string | null;
}

interface Context {
  readonly workspace: Pick<Workspace, "baseFiles" | "history" | "readVersions">;
  readonly signal: AbortSignal;
}

/**
 * Compares the commits in which each section of these pages and of their translations last changed. The overlay counts
 * as the newest commit. A section whose age is unknown is never reported as the newer one.
 */
export async function findOutdated(
  context: Context,
  site: Site,
  found: readonly Translations[],
): Promise<Outdated> {
  const pairs = found.flatMap(({ source, translations }) =>
    translations.flatMap(({ page }) => (page === null ? [] : [{ source, page }])),
  );
  const pages = new Map(pairs.flatMap(({ source, page }) => [source, page]).map((page) => [page.path, page]));
  if (pages.size === 0) return { sections: new Map(), unknown: null };
  if (pages.size > historyFilesMax)
    return {
      sections: new Map(),
      unknown: `The ages of more than ${historyFilesMax} pages cannot be compared. Select fewer pages.`,
    };
  const history = await historyOf(context, site.root);
  if (history === null) return { sections: new Map(), unknown: "The history could not be read." };
  const base = new Set(context.workspace.baseFiles().map(({ path }) => path));
  const committed = [...pages.values()].filter(({ path }) => base.has(path));
  const ages = await agesOf(committed, history, context);
  const sections = new Map<string, readonly SectionDifference[]>();
  for (const { source, page } of pairs) {
    // A file that this job added may be a moved one: as a source, its age is unknown; as a translation, it is new.
    const ours = ages.get(source.path) ?? [];
    const theirs = ages.get(page.path) ?? sectionsOf(page).map(() => -1);
    const old = outdatedSections({ page: source, ages: ours }, { page, ages: theirs });
    const all = sectionsOf(source);
    sections.set(
      page.path,
      old.map((index) => ({
        heading: all[index]?.heading ?? null,
        message: `older than its source, which changed ${changedIn(ours[index] ?? -1, history)}`,
      })),
    );
  }
  return { sections, unknown: unknownText(history) };
}

function unknownText({ commits, missing }: FileHistory): string | null {
  const since = new Date(commits.at(-1)?.atMs ?? 0).toISOString().slice(0, 10);
  if (missing === null) return null;
  if (commits.length === 0) return "The repository is a shallow clone without history, so ages are unknown.";
  return missing === "shallow"
    ? `The repository is a shallow clone, so changes before ${since} are unknown.`
    : `Only the newest ${commits.length} commits were read, so changes before ${since} are unknown.`;
}

function changedIn(at: number, { commits }: FileHistory): string {
  const commit = commits[at];
  if (commit === undefined) return "in this job";
  return `on ${new Date(commit.atMs).toISOString().slice(0, 10)} (${commit.sha.slice(0, 7)})`;
}

const known = new WeakMap<Context["workspace"], Map<string, Promise<FileHistory | null>>>();

/** Reads the history once per turn. Returns null if git fails: ages are useful, but no reason to fail the turn. */
function historyOf({ workspace, signal }: Context, folder: string): Promise<FileHistory | null> {
  const byFolder = known.get(workspace) ?? new Map<string, Promise<FileHistory | null>>();
  known.set(workspace, byFolder);
  const history =
    byFolder.get(folder) ??
    workspace.history(folder, signal).catch((error: unknown) => {
      if (error instanceof GitError && !signal.aborted) return null;
      throw error;
    });
  byFolder.set(folder, history);
  return history;
}

interface Line {
  /** Newest first. */
  readonly versions: readonly { readonly at: number; readonly blob: Sha }[];
  /** The oldest version is the one that added the file. */
  readonly isWhole: boolean;
}

/** Follows a file through the history and through its renames. */
function versionsOf(path: string, { commits }: FileHistory): Line {
  const versions: { at: number; blob: Sha }[] = [];
  let name = path;
  let before: Sha | null = null;
  for (const [at, { files }] of commits.entries()) {
    const file = files.find((one) => one.path === name);
    if (file === undefined) continue;
    if (file.blob === null) break;
    versions.push({ at, blob: file.blob });
    if (file.previousPath === null) return { versions, isWhole: true };
    name = file.previousPath;
    before = file.previousBlob;
    if (versions.length === historyVersionsMax) break;
  }
  // The content before the oldest known change shows which sections were affected by that change.
  if (before !== null) versions.push({ at: commits.length, blob: before });
  return { versions, isWhole: false };
}

async function agesOf(
  pages: readonly Page[],
  history: FileHistory,
  { workspace, signal }: Context,
): Promise<ReadonlyMap<string, readonly (number | null)[]>> {
  const ages = new Map<string, readonly (number | null)[]>();
  let room: number = historyReadBytesMax;
  for (const page of pages) {
    signal.throwIfAborted();
    const sections = createSectionAges(sectionsOf(page));
    const { versions, isWhole } = versionsOf(page.path, history);
    let isDone = page.problem !== null;
    let read = 0;
    for (; !isDone && read < versions.length && room > 0; read += historyVersionsAtOnce) {
      const some = versions.slice(read, read + historyVersionsAtOnce);
      const texts = await workspace.readVersions(some.map(({ blob }) => blob));
      for (const { at, blob } of some) {
        const bytes = texts.get(blob);
        room -= bytes?.length ?? 0;
        // This version is too large to read, so the versions before it are unknown.
        isDone ||= bytes === undefined || sections.add({ at, text: new TextDecoder().decode(bytes) });
        if (isDone) break;
      }
    }
    ages.set(page.path, sections.end(isWhole && !isDone && read >= versions.length));
  }
  return ages;
}
