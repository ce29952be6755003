import type { Change, Sha, Tree } from "./files.ts";
import type { Remote } from "./remote.ts";
import type { SearchQuery, SearchResult } from "./search.ts";

/**
 * A complete bare copy of a remote, which this service owns and many jobs share. Every method may throw `GitError`;
 * one that finds the copy damaged builds it anew from the remote and tries once more.
 */
export interface Mirror {
  /**
   * Brings every branch up to date and drops what the remote dropped; `Mirrors.open` has done so once. What was
   * pushed before the call is seen after it; callers that wait at the same time share one fetch. One child when there
   * is nothing new.
   */
  fetch(options: { readonly signal: AbortSignal }): Promise<void>;
  /** The branch that the remote's HEAD named at the last fetch; null for an empty repository. */
  defaultBranch(): Promise<string | null>;
  /** The commit of a branch as last fetched, or null. */
  resolve(branch: string): Promise<Sha | null>;
  /** All branches as last fetched, sorted. */
  branches(): Promise<readonly string[]>;
  /** The files of a commit; refused beyond `limits.workspace.treeEntriesMax`. */
  tree(commit: Sha): Promise<Tree>;
  /** In one go; a blob larger than `limits.workspace.readBlobBytesMax` is not in the answer. */
  readBlobs(blobs: readonly Sha[]): Promise<ReadonlyMap<Sha, Uint8Array>>;
  /**
   * Commits `changes` on top of the tree of `base`. The same input gives the same SHA, however often. The commit has
   * no ref: it lives for `limits.workspace.unreachableKeepMs` unless it is pushed or kept.
   */
  commit(input: CommitInput): Promise<Sha>;
  /** A commit of a whole tree, such as one that `mergeTrees` answered. Otherwise as `commit`. */
  commitTree(input: CommitTreeInput): Promise<Sha>;
  /** Merges two commits without a checkout. `conflicts` are the paths that a person must look at. */
  mergeTrees(input: { readonly ours: Sha; readonly theirs: Sha }): Promise<MergeResult>;
  /** Safe to do again: see `PushResult`. */
  push(input: PushInput): Promise<PushResult>;
  /** Asks the remote now: the branch's commit, or null. */
  remoteHead(branch: string, options: { readonly signal: AbortSignal }): Promise<Sha | null>;
  /** Unified, with renames found; cut after the last whole line within `bytesMax`, with a line that says so. */
  diff(base: Sha, head: Sha, options?: { readonly bytesMax?: number }): Promise<string>;
  diffStat(base: Sha, head: Sha): Promise<readonly FileDiff[]>;
  /** The commits of `head` that `base` does not have, newest first, at most `limits.workspace.logCommitsMax`. */
  log(base: Sha, head: Sha): Promise<readonly CommitEntry[]>;
  /** True also where both are the same. */
  isAncestor(ancestor: Sha, descendant: Sha): Promise<boolean>;
  /** The newest commit that both have, or null. */
  mergeBase(one: Sha, other: Sha): Promise<Sha | null>;
  /** Null where the mirror has no such commit. */
  findCommit(sha: Sha): Promise<Commit | null>;
  /** The whole message, e.g. for the trailer in it; `not_found` where there is no such commit. */
  commitMessage(sha: Sha): Promise<string>;
  /**
   * Keeps a commit on `refs/docwright/turn/<id>`, for `limits.workspace.turnRefKeepMs` or until `drop`; `kept` finds
   * it again. An id is letters, digits, `_` and `-`.
   */
  keep(id: string, sha: Sha): Promise<void>;
  kept(id: string): Promise<Sha | null>;
  drop(id: string): Promise<void>;
  /** What `Workspace.search` answers, for a commit with changes on top. Throws `PatternError`. */
  search(
    input: Overlaid & { readonly query: SearchQuery; readonly signal: AbortSignal },
  ): Promise<SearchResult>;
  /** The changes on top of a commit as a diff, in the form of `diff`. */
  diffChanges(input: Overlaid & { readonly bytesMax?: number }): Promise<string>;
}

export interface Overlaid {
  readonly base: Sha;
  readonly changes: readonly Change[];
}

export interface Person {
  readonly name: string;
  readonly email: string;
}

interface CommitMeta {
  /** The first is the one that the commit is made on; none for a first commit. */
  readonly parents: readonly Sha[];
  readonly message: string;
  readonly author: Person;
  /** Milliseconds since the epoch, kept to the second, in UTC. */
  readonly atMs: number;
}

export interface CommitInput extends CommitMeta {
  /** The commit whose tree `changes` were made on; null for an empty tree. */
  readonly base: Sha | null;
  readonly changes: readonly Change[];
}

export interface CommitTreeInput extends CommitMeta {
  readonly tree: Sha;
}

export type MergeResult = { readonly tree: Sha } | { readonly conflicts: readonly string[] };

export interface PushInput {
  readonly sha: Sha;
  readonly branch: string;
  /** What the remote must have now; null: the branch must not exist. */
  readonly expected: Sha | null;
  readonly signal: AbortSignal;
  /** The same repository with newer credentials than the mirror was opened with. */
  readonly remote?: Remote;
}

/** `already`: the remote stood at our commit. `moved`: it has neither our commit nor the expected one. */
export type PushResult =
  | { readonly outcome: "pushed" | "already" }
  | { readonly outcome: "moved"; readonly now: Sha | null }
  | { readonly outcome: "refused"; readonly message: string };

export interface FileDiff {
  readonly path: string;
  /** Of a rename, else null. */
  readonly previousPath: string | null;
  readonly status: "added" | "modified" | "deleted" | "renamed";
  readonly additions: number;
  readonly deletions: number;
  readonly binary: boolean;
}

export interface Commit {
  readonly sha: Sha;
  readonly tree: Sha;
  readonly parents: readonly Sha[];
  readonly author: Person;
  readonly atMs: number;
  /** The first paragraph of the message, on one line. */
  readonly subject: string;
  /** The whole message, subject and trailers included. */
  readonly message: string;
}

export type CommitEntry = Omit<Commit, "tree">;
