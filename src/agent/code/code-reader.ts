import { GitError, type Mirror, type SearchResult, type Sha, type Tree } from "#repositories";
import type { TranscriptEntry } from "../models/model.ts";
import { ToolError } from "../tools/tool-error.ts";

/** One of the project's context repositories, which are read and never written. */
export interface ContextRepository {
  readonly name: string;
  readonly url: string;
  /** If undefined, the default branch is read. */
  readonly ref?: string | undefined;
}

/** Lines of a file that the model was shown in this turn. */
export interface ReadLines {
  readonly repository: string;
  readonly commit: string;
  readonly path: string;
  readonly startLine: number;
  readonly endLine: number;
}

/** Reads context repositories for the code tools. */
export interface CodeReader {
  readonly names: readonly string[];
  /**
   * Throws `ToolError` if no repository has this name or the repository is unreachable. The other repositories still
   * work.
   */
  search(name: string, query: CodeQuery): Promise<FoundCode>;
  read(name: string, path: string): Promise<CodeFile>;
  noteRead(lines: ReadLines): void;
  /** Returns the read that showed these lines, even if the turn has been resumed since, or null if none did. */
  findRead(lines: Omit<ReadLines, "commit">): ReadLines | null;
}

export interface CodeQuery {
  readonly pattern: string;
  readonly regex: boolean;
  readonly ignoreCase: boolean;
  readonly globs: readonly string[];
  readonly matchesMax: number;
}

export interface FoundCode extends SearchResult {
  readonly commit: Sha;
}

export interface CodeFile {
  readonly commit: Sha;
  readonly text: string;
}

interface CodeReaderDeps {
  readonly repositories: readonly ContextRepository[];
  open(repository: ContextRepository, signal: AbortSignal): Promise<Mirror>;
  readonly transcript: readonly TranscriptEntry[];
  readonly signal: AbortSignal;
}

interface Opened {
  readonly mirror: Mirror;
  readonly commit: Sha;
  readonly tree: Tree;
}

/**
 * Returns null for a project without context repositories. Fetches each repository on first use, once per attempt at a
 * turn.
 */
export function createCodeReader(parts: CodeReaderDeps): CodeReader | null {
  const { repositories, transcript, signal } = parts;
  if (repositories.length === 0) return null;
  const opened = new Map<string, Promise<Opened>>();
  const reads: ReadLines[] = [];

  async function find(name: string): Promise<Opened> {
    const repository = repositories.find((candidate) => candidate.name === name);
    if (repository === undefined)
      throw new ToolError(
        `There is no repository ${name}. Use one of these: ${repositories.map((other) => other.name).join(", ")}.`,
      );
    const known = opened.get(name) ?? open(repository, parts);
    opened.set(name, known);
    return known;
  }

  return {
    names: repositories.map(({ name }) => name),
    async search(name, query) {
      const { mirror, commit } = await find(name);
      return { ...(await mirror.search({ base: commit, changes: [], query, signal })), commit };
    },
    async read(name, path) {
      const { mirror, commit, tree } = await find(name);
      const entry = tree.files.find((file) => file.path === path.replace(/^(?:\.?\/)+/u, ""));
      if (entry === undefined || (entry.mode !== "100644" && entry.mode !== "100755"))
        throw new ToolError(`${name} has no file ${path}. Use search_code to find it.`);
      const bytes = (await mirror.readBlobs([entry.blob])).get(entry.blob);
      if (bytes === undefined) throw new ToolError(`${path} is too large to read.`);
      if (bytes.includes(0)) throw new ToolError(`${path} is not text. Read another file.`);
      return { commit, text: Buffer.from(bytes).toString() };
    },
    noteRead: (lines) => void reads.push(lines),
    findRead: (wanted) => [...readsIn(transcript), ...reads].findLast((read) => covers(read, wanted)) ?? null,
  };
}

/** An unreachable repository is reported to the model; it does not fail the turn. */
async function open(
  repository: ContextRepository,
  { open: openMirror, signal }: CodeReaderDeps,
): Promise<Opened> {
  const { name, ref } = repository;
  try {
    const mirror = await openMirror(repository, signal);
    const branch = ref ?? (await mirror.defaultBranch());
    const commit = branch === null ? null : await mirror.resolve(branch);
    if (commit === null)
      throw new ToolError(
        `${name} has no ${branch === null ? "branches" : `branch ${branch}`}. Continue without it.`,
      );
    return { mirror, commit, tree: await mirror.tree(commit) };
  } catch (error) {
    signal.throwIfAborted();
    if (error instanceof ToolError) throw error;
    // The reason mentions hosts and addresses, which only people may see.
    const kind = error instanceof GitError ? ` (${error.kind})` : "";
    throw new ToolError(
      `The repository ${name} cannot be read now${kind}. Continue without it, and mention this in a note when you finish.`,
    );
  }
}

function covers(read: ReadLines, wanted: Omit<ReadLines, "commit">): boolean {
  const same = read.repository === wanted.repository && read.path === wanted.path;
  return same && read.startLine <= wanted.startLine && wanted.endLine <= read.endLine;
}

function readsIn(transcript: readonly TranscriptEntry[]): ReadLines[] {
  const results = transcript.flatMap((entry) => (entry.type === "step" ? entry.results : []));
  // The journal keeps the data of each `read_code` result.
  return results.filter(({ name, ok }) => name === "read_code" && ok).map(({ data }) => data as ReadLines);
}
