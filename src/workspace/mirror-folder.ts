import { type Dirent, existsSync } from "node:fs";
import { mkdir, readdir, readFile, rename, rm, stat, utimes, writeFile } from "node:fs/promises";
import { join } from "node:path";

/**
 * A mirror's folder on disk: a bare repository that is written by hand, since `git init` would copy templates and
 * read more than we want.
 */

/** The id of the tree with nothing in it, which git knows without having it. */
export const emptyTree = "4b825dc642cb6eb9a060e54bf8d69288fbee4904";

/** Nothing of what a repository says is run: with this as its whole configuration, git has nothing to run. */
const config = `[core]
\trepositoryformatversion = 0
\tbare = true
\tfilemode = true
\thooksPath = /dev/null
\tfsmonitor = false
\tattributesFile = /dev/null
\texcludesFile = /dev/null
\tlogAllRefUpdates = false
\twarnAmbiguousRefs = false
\tquotePath = false
[attr]
\ttree = ${emptyTree}
[gc]
\tauto = 0
[maintenance]
\tauto = false
[submodule]
\trecurse = false
[fetch]
\trecurseSubmodules = false
\twriteCommitGraph = false
[push]
\tgpgSign = false
\trecurseSubmodules = no
[http]
\tfollowRedirects = false
[credential]
\thelper =
[diff]
\trenameLimit = 2000
[repack]
\tupdateServerInfo = false
[user]
\tuseConfigOnly = true
`;

/** A HEAD that names no branch: git wants one, and this is no name that a branch can have. */
const noBranch = ".none";

export async function createMirrorFolder(dir: string): Promise<void> {
  for (const folder of ["objects/pack", "objects/info", "refs/heads"])
    await mkdir(join(dir, folder), { recursive: true, mode: 0o700 });
  await writeFile(join(dir, "config"), config);
  await writeDefaultBranch(dir, null);
}

/** Puts right what can be put right without the remote. False: the folder is no repository any more. */
export async function mendMirrorFolder(dir: string): Promise<boolean> {
  if (!["objects/pack", "refs"].every((folder) => existsSync(join(dir, folder)))) return false;
  await mendConfig(dir);
  await rm(join(dir, "hooks"), { recursive: true, force: true });
  await clearLeftovers(dir);
  return existsSync(join(dir, "HEAD"));
}

/** Without its configuration a mirror is one that has its default branch checked out. */
export async function mendConfig(dir: string): Promise<void> {
  const found = await readFile(join(dir, "config"), "utf8").catch(() => "");
  if (found !== config && existsSync(dir)) await writeWhole(join(dir, "config"), config);
}

/**
 * Removes what a killed child left: locks, and packs and objects that were not finished. Only while no child of ours
 * works in the folder. Answers how much there was.
 */
export async function clearLeftovers(dir: string): Promise<number> {
  let cleared = 0;
  for (const entry of await readdir(dir, { withFileTypes: true, recursive: true })) {
    if (!isLeftover(entry, dir)) continue;
    await rm(join(entry.parentPath, entry.name), { recursive: true, force: true });
    cleared++;
  }
  return cleared;
}

function isLeftover(entry: Dirent, dir: string): boolean {
  const { name } = entry;
  if (name.endsWith(".lock")) return true;
  if (/^(?:tmp_|\.tmp-|incoming-|tmp_objdir-)/u.test(name)) return true;
  if (entry.parentPath === dir) return /^(?:fast_import_crash_|gc\.pid$|FETCH_HEAD$)/u.test(name);
  // A pack that fast-import kept back when it was cut off.
  return entry.parentPath === join(dir, "objects/pack") && /\.(?:keep|temp)$/u.test(name);
}

export async function writeDefaultBranch(dir: string, branch: string | null): Promise<void> {
  await writeWhole(join(dir, "HEAD"), `ref: refs/heads/${branch ?? noBranch}\n`);
}

async function writeWhole(path: string, text: string): Promise<void> {
  await writeFile(`${path}.lock`, text);
  await rename(`${path}.lock`, path);
}

/** The time of the last use is the folder's config file's. */
export async function markUsed(dir: string, atMs: number): Promise<void> {
  await utimes(join(dir, "config"), atMs / 1000, atMs / 1000);
}

export async function lastUsedAt(dir: string): Promise<number> {
  return (await stat(join(dir, "config")).catch(() => stat(dir))).mtimeMs;
}

/** Packs, and loose objects as git estimates them: 256 times what one folder of 256 holds. */
export async function countObjects(dir: string): Promise<{ packs: number; looseObjects: number }> {
  const list = (folder: string) => readdir(join(dir, "objects", folder)).catch(() => []);
  const packs = (await list("pack")).filter((name) => name.endsWith(".pack")).length;
  return { packs, looseObjects: (await list("17")).length * 256 };
}
