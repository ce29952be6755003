import { limits } from "../limits.ts";
import type { Git } from "./git.ts";
import { GitError } from "./git-error.ts";

export interface GitVersion {
  readonly major: number;
  readonly minor: number;
}

/** Merging without a checkout came with 2.38. */
export const oldestGit: GitVersion = { major: 2, minor: 38 };

/** Throws `GitError` where git cannot be started. */
export async function readGitVersion(git: Git, anyFolder: string): Promise<GitVersion> {
  const { stdout } = await git.run(["version"], { gitDir: anyFolder, timeoutMs: limits.workspace.gitMs });
  const [, major, minor] = /(\d+)\.(\d+)/u.exec(stdout.toString()) ?? [];
  if (major === undefined || minor === undefined)
    throw new GitError("failed", "The git command does not say its version. Install git 2.38 or newer.");
  return { major: Number(major), minor: Number(minor) };
}

export function isAtLeast(version: GitVersion, wanted: GitVersion): boolean {
  return version.major > wanted.major || (version.major === wanted.major && version.minor >= wanted.minor);
}
