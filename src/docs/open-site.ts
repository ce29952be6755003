import { limits } from "../limits.ts";
import type { ParserProcess } from "./apart/parser-process.ts";
import { createSite } from "./create-site.ts";
import type { Layout, Tree } from "./frameworks/framework.ts";
import { findLayout } from "./frameworks/index.ts";
import type { ParsedPage } from "./markdown/parsed-page.ts";
import { navigationPaths } from "./navigation.ts";
import type { PageCache } from "./page-cache.ts";
import { folderOf, joinPath } from "./paths.ts";
import { readPages } from "./read-pages.ts";
import type { Site } from "./site.ts";
import { SitePage } from "./site-page.ts";
import type { SiteSource } from "./source.ts";

export interface OpenSite {
  readonly cache: PageCache;
  /** Where pages that are too large or nest too much for this process are parsed; without it they are reported. */
  readonly parser?: ParserProcess;
  /** Where the docs are in the repository, for one that holds several sites; "" for the top. */
  readonly docsFolder?: string;
  readonly signal?: AbortSignal;
}

/**
 * Reads the docs site of a tree. Never fails on what the files say: a broken configuration or page is a problem of
 * the site. Rejects with what `source.read` rejects with, and with the signal's reason.
 */
export async function openSite(source: SiteSource, o: OpenSite): Promise<Site> {
  const paths = source.files.map((file) => file.path);
  const pathSet = new Set(paths);
  const tree = treeOf(source, paths, pathSet);
  const { framework, layout } = await findLayout(tree, o.docsFolder ?? null);
  const roles = source.files.map((file) => layout.roleOf(file.path));
  const files = source.files.filter((_, index) => roles[index] !== null);
  const parser = o.parser ?? null;
  const parsed = await readPages({ source, layout, cache: o.cache, parser, signal: o.signal }, files);
  const imported = layout.importsAreSnippets ? importedFiles(parsed, layout) : new Set<string>();
  const pages = new Map<string, SitePage>();
  const snippets = new Map<string, SitePage>();
  for (const [index, { path, id }] of source.files.entries()) {
    const page = parsed.get(path);
    if (page === undefined) continue;
    const isSnippet = roles[index] === "snippet" || imported.has(path);
    (isSnippet ? snippets : pages).set(path, new SitePage(path, id, page));
  }
  return createSite({ framework, layout, paths, pathSet, pages, snippets });
}

function treeOf(source: SiteSource, paths: readonly string[], pathSet: ReadonlySet<string>): Tree {
  const utf8 = new TextDecoder("utf-8", { fatal: true, ignoreBOM: true });
  return {
    paths,
    has: (path) => pathSet.has(path),
    async read(path) {
      if (!pathSet.has(path)) return null;
      const bytes = (await source.read([path])).get(path);
      if (bytes === undefined || bytes.length > limits.site.configBytesMax) return null;
      try {
        return utf8.decode(bytes);
      } catch {
        return null;
      }
    },
  };
}

/** Markdown files that others import, unless the navigation names them too. */
function importedFiles(parsed: ReadonlyMap<string, ParsedPage>, layout: Layout): Set<string> {
  const imported = new Set<string>();
  for (const [from, page] of parsed) {
    for (const link of page.imports) {
      if (!/\.mdx?$/i.test(link.href)) continue;
      const path = link.href.startsWith("/")
        ? joinPath(layout.root, link.href)
        : joinPath(folderOf(from), link.href);
      if (path !== null) imported.add(path);
    }
  }
  for (const path of navigationPaths(layout.navigation.entries)) imported.delete(path);
  return imported;
}
