import { navigationPaths } from "./navigation.ts";
import { readTree } from "./read-tree.ts";
import type { FrameworkName } from "./site.ts";
import type { SiteSource } from "./source.ts";

/** What a person tells by whether the right docs were found. */
export interface SiteOutline {
  readonly framework: FrameworkName;
  /** The docs folder in the repository, without a slash at its end; "" for the top. */
  readonly root: string;
  readonly pages: number;
  /** The files that hold the navigation; empty where the folders are it. */
  readonly navigationFiles: readonly string[];
  /** How many of the pages the navigation names. */
  readonly navigationPages: number;
}

/**
 * The site of a tree from its paths and its configuration: no page is parsed, so a Markdown file that others only include
 * may be among the pages. Rejects with what `source.read` rejects with.
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
