import { lstat, realpath, stat } from "node:fs/promises";
import { basename, dirname, join, sep } from "node:path";
import { refused } from "./repository-url.ts";

export interface LocalRepositories {
  /** The real path of the repository that `path` (absolute) names, from the command line or over HTTP. */
  find(path: string, from: "cli" | "http"): Promise<string>;
  /** Throws where a path that was found earlier is not that folder any more. */
  recheck(path: string): Promise<void>;
}

export function createLocalRepositories(options: {
  /** Below these, or these themselves, HTTP may name repositories. */
  readonly roots: readonly string[];
  /** The service's own: nothing in it is a repository. */
  readonly dataFolder: string;
}): LocalRepositories {
  async function refuseOwn(path: string): Promise<void> {
    const own = (await findReal(options.dataFolder)) ?? options.dataFolder;
    if (isWithin(path, own)) throw refused("That folder is the service's own data. Name another repository.");
  }

  async function isBelowRoot(path: string): Promise<boolean> {
    const roots = await Promise.all(options.roots.map(findReal));
    return roots.some((root) => root !== null && isWithin(path, root));
  }

  return {
    async find(path, from) {
      const real = await findReal(path);
      // One sentence for what is missing and for what is elsewhere: over HTTP nobody learns which files exist.
      if (from === "http" && (real === null || !(await isBelowRoot(real))))
        throw refused(
          "A repository on this machine must lie below a folder that DOCWRIGHT_LOCAL_REPOSITORIES names, or be added with the command line.",
        );
      if (real === null)
        throw refused(`There is no folder ${path}. Name the repository's folder, or its https address.`);
      const folder = basename(real) === ".git" ? dirname(real) : real;
      await refuseOwn(folder);
      await requireRepository(folder, from);
      return folder;
    },
    async recheck(path) {
      if ((await findReal(path)) !== path)
        throw refused(
          "The repository's folder is gone or was replaced by a link. Put it back, or name another.",
        );
      await refuseOwn(path);
    },
  };
}

function isWithin(path: string, folder: string): boolean {
  return path === folder || path.startsWith(folder.endsWith(sep) ? folder : folder + sep);
}

async function findReal(path: string): Promise<string | null> {
  try {
    return await realpath(path);
  } catch {
    return null;
  }
}

async function requireRepository(folder: string, from: "cli" | "http"): Promise<void> {
  if (await isGitFolder(folder)) return;
  const inner = await lstat(join(folder, ".git")).catch(() => null);
  if (inner !== null && !inner.isDirectory())
    throw refused(
      `${folder} keeps its git folder elsewhere (a linked worktree or a submodule). Name the main repository.`,
    );
  if (inner !== null && (await isGitFolder(join(folder, ".git")))) return;
  // Over HTTP a parent may lie outside of what may be named: nothing is told of it.
  const parent = from === "cli" ? await findRepositoryAbove(folder) : null;
  const hint =
    parent === null ? "Make it one with git init, or name another." : `The repository is ${parent}.`;
  throw refused(`${folder} is not a git repository. ${hint}`);
}

/** What git itself looks for. A look at the files, since git run there would read the folder's configuration. */
async function isGitFolder(folder: string): Promise<boolean> {
  const [head, objects, refs] = await Promise.all(
    ["HEAD", "objects", "refs"].map((name) => stat(join(folder, name)).catch(() => null)),
  );
  return head?.isFile() === true && objects?.isDirectory() === true && refs?.isDirectory() === true;
}

async function findRepositoryAbove(folder: string): Promise<string | null> {
  for (let parent = dirname(folder); parent !== dirname(parent); parent = dirname(parent))
    if (await isGitFolder(join(parent, ".git"))) return parent;
  return null;
}
