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
export type {
  Commit,
  CommitEntry,
  CommitInput,
  CommitTreeInput,
  FileDiff,
  MergeResult,
  Mirror,
  Person,
  PushInput,
  PushResult,
} from "./mirror.ts";
export type { Mirrors, MirrorsOptions } from "./mirrors.ts";
export type { Remote } from "./remote.ts";
export type { SearchMatch, SearchQuery, SearchResult, Workspace } from "./workspace.ts";
