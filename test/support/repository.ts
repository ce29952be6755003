import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { dirname, join } from "node:path";
import { outputOfSync } from "./child.ts";

/** A folder that is gone when the test ends: `using folder = temporaryFolder()`. */
export interface TemporaryFolder extends Disposable {
  readonly path: string;
}

export function temporaryFolder(): TemporaryFolder {
  const path = mkdtempSync(join(tmpdir(), "docwright-test-"));
  return { path, [Symbol.dispose]: () => rmSync(path, { recursive: true, force: true, maxRetries: 5 }) };
}

/** Git as the test's author uses it: apart from the service's own, so that the two can disagree. */
export function git(folder: string, ...args: string[]): string {
  const env = {
    PATH: process.env.PATH,
    HOME: folder,
    GIT_CONFIG_NOSYSTEM: "1",
    GIT_AUTHOR_NAME: "Author",
    GIT_AUTHOR_EMAIL: "author@example.com",
    GIT_COMMITTER_NAME: "Author",
    GIT_COMMITTER_EMAIL: "author@example.com",
  };
  return outputOfSync("git", args, { cwd: folder, env }).toString().trim();
}

/** A bare repository with one commit on `main`, as a team's remote would be. */
export function makeRepository(folder: string, files: Readonly<Record<string, string>>): string {
  const work = `${folder}.work`;
  mkdirSync(folder, { recursive: true });
  git(folder, "init", "--quiet", "--bare", "--initial-branch=main");
  mkdirSync(work);
  git(work, "clone", "--quiet", folder, ".");
  pushFiles(work, files, "Write the docs");
  return folder;
}

/** Commits in the clone beside `folder` and pushes to the branch: what a reviewer or a colleague does. */
export function pushTo(
  folder: string,
  branch: string,
  files: Readonly<Record<string, string>>,
  message: string,
): string {
  const work = `${folder}.work`;
  git(work, "fetch", "--quiet", "origin");
  git(work, "checkout", "--quiet", "-B", branch, `origin/${branch}`);
  return pushFiles(work, files, message);
}

/** Puts a branch on one commit on top of `main`, whatever it held. */
export function forcePushTo(folder: string, branch: string, files: Readonly<Record<string, string>>): string {
  const work = `${folder}.work`;
  git(work, "fetch", "--quiet", "origin");
  git(work, "checkout", "--quiet", "-B", branch, "origin/main");
  return pushFiles(work, files, `Write ${branch} anew`, "--force");
}

function pushFiles(
  work: string,
  files: Readonly<Record<string, string>>,
  message: string,
  ...options: readonly string[]
): string {
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(work, path)), { recursive: true });
    writeFileSync(join(work, path), text);
  }
  git(work, "add", "--all");
  git(work, "commit", "--quiet", "--message", message);
  git(work, "push", "--quiet", ...options, "origin", "HEAD");
  return git(work, "rev-parse", "HEAD");
}

export function branchesOf(folder: string): string[] {
  return git(folder, "for-each-ref", "--format=%(refname:short)", "refs/heads").split("\n").filter(Boolean);
}
