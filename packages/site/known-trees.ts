import type { Layout } from "./frameworks/framework.ts";
import type { LinkMap } from "./link-map.ts";
import type { FrameworkName } from "./site.ts";
import type { SourceFile } from "./source.ts";

/**
 * What was found out about a tree from its paths and its configuration alone. It holds for every tree that has the
 * same ones, whatever its pages say: a site is opened anew after each edit, and few edits touch more than pages.
 */
export interface KnownTree {
  readonly framework: FrameworkName;
  readonly layout: Layout;
  /** Sorted. */
  readonly paths: readonly string[];
  readonly pathSet: ReadonlySet<string>;
  /** What each file is, in the order of the paths. */
  readonly roles: readonly ("page" | "snippet" | null)[];
  /** The files that were read to know this, by their place among the paths, with their ids. */
  readonly read: ReadonlyMap<number, string>;
  readonly docsFolder: string | null;
  /** The map of its links, for the files that were imported then; null where addresses depend on frontmatter. */
  links: { readonly imported: string; readonly map: LinkMap } | null;
}

/** The trees that were opened last. */
export interface KnownTrees {
  find(files: readonly SourceFile[], docsFolder: string | null): KnownTree | null;
  add(tree: KnownTree): void;
}

/** The base and the current tree of a few jobs at once; each holds its paths and where its links lead. */
const treesMax = 8;

export function createKnownTrees(): KnownTrees {
  const trees: KnownTree[] = [];
  const use = (tree: KnownTree) => {
    trees.unshift(tree);
    trees.length = Math.min(trees.length, treesMax);
  };
  return {
    find(files, docsFolder) {
      const at = trees.findIndex((tree) => tree.docsFolder === docsFolder && fits(tree, files));
      const [tree] = at < 0 ? [] : trees.splice(at, 1);
      if (tree === undefined) return null;
      use(tree);
      return tree;
    },
    add: use,
  };
}

function fits(tree: KnownTree, files: readonly SourceFile[]): boolean {
  if (tree.paths.length !== files.length) return false;
  for (const [index, id] of tree.read) if (files[index]?.id !== id) return false;
  return files.every(({ path }, index) => path === tree.paths[index]);
}
