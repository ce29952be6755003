export { isValidBranchName } from "./branch-name.ts";
export {
  blobId,
  type Change,
  type FileEntry,
  type FileMode,
  isSha,
  parseSha,
  type Sha,
  type Tree,
} from "./files.ts";
export { GitError, type GitErrorKind } from "./git-error.ts";
export { type GitVersion, isAtLeast, oldestGit } from "./git-version.ts";
export type {
  Commit,
  CommitEntry,
  CommitInput,
  CommitTreeInput,
  FileDiff,
  MergeResult,
  Mirror,
  Overlaid,
  Person,
  PushInput,
  PushResult,
} from "./mirror.ts";
export { createMirrors, type Mirrors, type MirrorsOptions } from "./mirrors.ts";
export { PathError, parseTreePath } from "./paths.ts";
export { parseRemoteUrl, type Remote, type RemoteAddress } from "./remote.ts";
export { PatternError } from "./search.ts";
export { type SeedRepository, seedRepository } from "./seed-repository.ts";
export {
  createWorkspace,
  type SearchMatch,
  type SearchQuery,
  type SearchResult,
  type Workspace,
} from "./workspace.ts";
