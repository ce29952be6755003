import { navigationPaths } from "./navigation.ts";
import { readTree } from "./read-tree.ts";
import type { FrameworkName } from "./site.ts";
import type { SiteSource } from "./source.ts";

/** A summary that shows a person whether the right docs were found. */
export interface SiteOutline {
  readonly framework: FrameworkName;
  /** The docs folder in the repository, without a trailing slash; "" for the top. */
  readonly root: string;
  readonly pages: number;
  /** The files that hold the navigation. Empty if the folders are the navigation. */
  readonly navigationFiles: readonly string[];
  /** The number of pages in the navigation. */
  readonly navigationPages: number;
}

/**
 * Describes the site of a tree from its paths and its configuration. No page is parsed, so `pages` may count Markdown
 * files that are only included in others. Rejects if `source.read` rejects.
 */
export async function outlineSite(source: SiteSource, docsFolder: string | null): Promise<SiteOutline> {
  const { framework, layout, paths, roles } = await readTree(source, docsFolder);
  const pages = new Set(paths.filter((_, index) => roles[index] === "page"));
  const named = new Set(navigationPaths(layout.navigation.entries).filter((path) => pages.has(path)));
  return {
    framework,
    root: layout.root,
    pages: pages.size,
    navigationFiles: layout.navigation.files,
    navigationPages: named.size,
  };
}
