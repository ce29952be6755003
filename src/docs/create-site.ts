import type { Layout } from "./frameworks/framework.ts";
import { canonicalUrl, splitHref } from "./href.ts";
import { hasLooseAnchor } from "./loose-anchors.ts";
import { needsApart } from "./markdown/needs-apart.ts";
import { isOrdinary } from "./markdown/ordinary.ts";
import { parsePage } from "./markdown/parse-page.ts";
import { ParsedPage } from "./markdown/parsed-page.ts";
import type { Link, Page } from "./page.ts";
import { folderOf, suffixOf } from "./paths.ts";
import { tooComplex } from "./read-pages.ts";
import { indexRedirects } from "./redirect-index.ts";
import { contextOf, type LinkGround, type Resolution, resolveHref } from "./resolve-link.ts";
import type { FrameworkName, InboundLink, Site, Target } from "./site.ts";
import { SitePage } from "./site-page.ts";
import { writeHref } from "./write-href.ts";

export interface SiteParts {
  readonly framework: FrameworkName;
  readonly layout: Layout;
  /** Sorted. */
  readonly paths: readonly string[];
  readonly pathSet: ReadonlySet<string>;
  readonly pages: ReadonlyMap<string, SitePage>;
  readonly snippets: ReadonlyMap<string, SitePage>;
}

/** A site from its parts. Indexes (addresses, folders, inbound links) are made when first asked for. */
export function createSite(parts: SiteParts): Site {
  const { layout, pages, snippets, pathSet } = parts;
  const document = (path: string): SitePage | null => pages.get(path) ?? snippets.get(path) ?? null;
  const urlOf = (path: string, like: Page | null = document(path)): string =>
    layout.urlOf(path, like === null ? null : { get: (key) => like.frontmatter?.data.get(key) });
  const byUrl = lazy(() => indexUrls(pages.keys(), urlOf));
  const folders = lazy(() => indexFolders(parts.paths));
  const ground: LinkGround = {
    rules: layout.links,
    root: layout.root,
    redirects: indexRedirects(layout.redirects),
    hasFile: (path) => pathSet.has(path),
    hasFolder: (path) => folders().has(path),
    isPage: (path) => pages.has(path),
    isSnippet: (path) => snippets.has(path),
    pathAt: (url) => byUrl().get(url) ?? null,
    urlOf,
  };
  const resolution = memoResolve(ground);
  const inbound = lazy(() => indexInbound([...pages.values(), ...snippets.values()], resolution));
  const site: Site = {
    framework: parts.framework,
    dialect: layout.dialect.name,
    root: layout.root,
    configPath: layout.configPath,
    navigationWritable: layout.navigationWritable,
    pages,
    snippets,
    navigation: layout.navigation,
    redirects: layout.redirects,
    configProblems: layout.problems,
    files: parts.paths,
    hasFile: (path) => pathSet.has(path),
    document,
    parse: (path, text) => new SitePage(path, "", parseEdited(text, path, document(path), layout)),
    resolve: (from, link) => resolution(from, link).target,
    urlOf: (path, like) => urlOf(path, like ?? document(path)),
    pageAt: (url) => pages.get(byUrl().get(canonicalUrl(splitHref(url).path)) ?? "") ?? null,
    hasAnchor(path, anchor) {
      const page = document(path);
      if (page === null || page.problem !== null) return true;
      return page.anchors.has(anchor) || (layout.links.looseAnchors && hasLooseAnchor(page, anchor));
    },
    inbound: (path) => inbound().get(path) ?? [],
    hrefFor({ from, to, like, likeFrom = from, toPage }) {
      const context = contextOf(like);
      const href = typeof like === "string" ? like : like.href;
      const style = resolution(likeFrom, like).style ?? guessStyle(href);
      const fromUrl = urlOf(from, document(likeFrom));
      const toUrl = toPage === undefined ? urlOf(to) : urlOf(to, toPage);
      return writeHref(ground, { from, to, fromUrl, toUrl, like: href, style, isFile: context.isFile });
    },
    changeConfig: (changes) =>
      layout.changeConfig(changes, {
        urlOf: (path) => urlOf(path),
        pathAt: (url) => byUrl().get(canonicalUrl(url)) ?? null,
      }),
  };
  return site;
}

function lazy<T>(make: () => T): () => T {
  let value: T | undefined;
  return () => {
    value ??= make();
    return value;
  };
}

function indexUrls(paths: Iterable<string>, urlOf: (path: string) => string): Map<string, string> {
  const index = new Map<string, string>();
  for (const path of paths) {
    const url = canonicalUrl(urlOf(path));
    if (!index.has(url)) index.set(url, path);
  }
  return index;
}

function indexFolders(paths: readonly string[]): Set<string> {
  const folders = new Set<string>();
  for (const path of paths) {
    for (let folder = folderOf(path); folder !== "" && !folders.has(folder); folder = folderOf(folder))
      folders.add(folder);
  }
  return folders;
}

/** Rooted destinations mean the same on every page, and most links of a site are repeated on many. */
function memoResolve(ground: LinkGround): (from: string, link: Link | string) => Resolution {
  const rooted = new Map<string, Resolution>();
  return (from, link) => {
    if (typeof link !== "string" && link.dynamic) return { target: { kind: "dynamic" }, style: null };
    const href = typeof link === "string" ? link : link.href;
    const context = contextOf(link);
    if (!href.startsWith("/") || context.isFile) return resolveHref(ground, from, href, context);
    let known = rooted.get(href);
    if (known === undefined) {
      known = resolveHref(ground, from, href, context);
      rooted.set(href, known);
    }
    return known;
  };
}

function indexInbound(
  documents: readonly SitePage[],
  resolution: (from: string, link: Link) => Resolution,
): Map<string, InboundLink[]> {
  const index = new Map<string, InboundLink[]>();
  for (const { path: from, links } of documents) {
    for (const link of links) {
      const to = targetPath(resolution(from, link).target);
      if (to === null || to === from) continue;
      const known = index.get(to);
      if (known === undefined) index.set(to, [{ from, link }]);
      else known.push({ from, link });
    }
  }
  return index;
}

function targetPath(target: Target): string | null {
  if (target.kind === "redirect") return targetPath(target.target);
  return target.kind === "page" || target.kind === "asset" ? target.path : null;
}

function guessStyle(href: string): NonNullable<Resolution["style"]> {
  const { path } = splitHref(href);
  const bare = !/^\.(?:mdx?|markdown)$/.test(suffixOf(path));
  if (path.startsWith("/"))
    return bare ? { kind: "rooted-url", base: "" } : { kind: "rooted-file", prefix: "/", folder: "", bare };
  return { kind: "relative-file", bare };
}

/**
 * Parses what an edit made of a page, in this process: as MDX only where that is known to come to an end, which it
 * is where the page itself was parsed and the edit changed no bracket, quote or slash. Otherwise as Markdown, which
 * finds the same headings but no JSX.
 */
function parseEdited(text: string, path: string, before: SitePage | null, layout: Layout): ParsedPage {
  const parseAs = layout.parseAs(path);
  const bytes = Buffer.from(text);
  const isKnown =
    before !== null && before.problem === null && punctuation(before.text) === punctuation(text);
  const as = isKnown || !needsApart(text, bytes, parseAs) ? parseAs : isOrdinary(bytes) ? "md" : null;
  return as === null
    ? tooComplex(text, layout)
    : ParsedPage.of(parsePage(text, as, layout.dialect), layout.dialect);
}

function punctuation(text: string): string {
  return text.replace(/[^{}<>()[\]"'`/\\=*&|?:;,]/g, "");
}
