import { readdir, readFile, stat } from "node:fs/promises";
import { join } from "node:path";

/**
 * Reports whether the branch of the repository at `path` is checked out, in the repository itself or in a linked
 * worktree. A push to such a branch would leave the checked-out files outdated.
 */
export async function isCheckedOut(path: string, branch: string): Promise<boolean> {
  const inner = join(path, ".git");
  const isBare = !(await isFolder(inner));
  const gitDir = isBare ? path : inner;
  const worktrees = await readdir(join(gitDir, "worktrees")).catch(() => []);
  const linked = worktrees.map((name) => join(gitDir, "worktrees", name, "HEAD"));
  const heads = isBare ? linked : [join(gitDir, "HEAD"), ...linked];
  const texts = await Promise.all(heads.map((file) => readFile(file, "utf8").catch(() => "")));
  return texts.some((text) => text.trimEnd() === `ref: refs/heads/${branch}`);
}

async function isFolder(path: string): Promise<boolean> {
  return (await stat(path).catch(() => null))?.isDirectory() === true;
}
