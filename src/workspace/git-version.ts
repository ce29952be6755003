import { GitError } from "./git-error.ts";

export interface GitVersion {
  readonly major: number;
  readonly minor: number;
}

/** Merging without a checkout came with this one. */
const oldest: GitVersion = { major: 2, minor: 38 };

/** Reads what `git version` says. Throws `GitError` where it is no version. */
export function parseGitVersion(text: string): GitVersion {
  const [, major, minor] = /(\d+)\.(\d+)/u.exec(text) ?? [];
  if (major === undefined || minor === undefined)
    throw new GitError("failed", "The git command does not say its version. Install git 2.38 or newer.");
  return { major: Number(major), minor: Number(minor) };
}

export function isAtLeast(version: GitVersion, wanted: GitVersion): boolean {
  return version.major > wanted.major || (version.major === wanted.major && version.minor >= wanted.minor);
}

/** Throws `GitError` with what to do where git is too old. */
export function assertRecent(version: GitVersion): void {
  if (isAtLeast(version, oldest)) return;
  const { major, minor } = version;
  throw new GitError(
    "failed",
    `git ${major}.${minor} is installed here; git 2.38 or newer is needed. Upgrade git.`,
  );
}
