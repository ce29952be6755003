import type { Layout } from "./frameworks/framework.ts";
import { canonicalUrl, splitHref } from "./href.ts";
import type { KnownTree } from "./known-trees.ts";
import { lazy } from "./lazy.ts";
import type { LinkMap } from "./link-map.ts";
import { hasLooseAnchor } from "./loose-anchors.ts";
import { needsParserProcess } from "./markdown/needs-parser-process.ts";
import { isOrdinary } from "./markdown/ordinary.ts";
import { parsePage } from "./markdown/parse-page.ts";
import { ParsedPage } from "./markdown/parsed-page.ts";
import type { Link, Page } from "./page.ts";
import { suffixOf } from "./paths.ts";
import { tooComplex } from "./read-pages.ts";
import { contextOf, type Resolution } from "./resolve-link.ts";
import type { InboundLink, Site, Target } from "./site.ts";
import { SitePage } from "./site-page.ts";
import { writeHref } from "./write-href.ts";

export interface SiteParts {
  readonly tree: KnownTree;
  readonly links: LinkMap;
  readonly pages: ReadonlyMap<string, SitePage>;
  readonly snippets: ReadonlyMap<string, SitePage>;
}

const partsOf = new WeakMap<Site, SiteParts>();

/** Returns what a site was created from, or null if `createSite` did not create it. */
export function findParts(site: Site): SiteParts | null {
  return partsOf.get(site) ?? null;
}

/** Creates a site from its parts. The index of inbound links is built on first use. */
export function createSite(parts: SiteParts): Site {
  const { tree, links, pages, snippets } = parts;
  const { layout } = tree;
  const document = (path: string): SitePage | null => pages.get(path) ?? snippets.get(path) ?? null;
  const urlOf = (path: string, like: Page | null = document(path)): string =>
    layout.urlOf(path, like === null ? null : { get: (key) => like.frontmatter?.data.get(key) });
  const inbound = lazy(() => indexInbound([...pages.values(), ...snippets.values()], links.resolve));
  const site: Site = {
    framework: tree.framework,
    dialect: layout.dialect.name,
    root: layout.root,
    configPath: layout.configPath,
    navigationWritable: layout.navigationWritable,
    pages,
    snippets,
    navigation: layout.navigation,
    redirects: layout.redirects,
    configProblems: layout.problems,
    files: tree.paths,
    hasFile: (path) => links.ground.hasFile(path),
    document,
    parse: (path, text) => new SitePage(path, "", parseEdited(text, path, document(path), layout)),
    resolve: (from, link) => links.resolve(from, link).target,
    urlOf: (path, like) => urlOf(path, like ?? document(path)),
    pageAt: (url) => pages.get(links.ground.pathAt(canonicalUrl(splitHref(url).path)) ?? "") ?? null,
    hasAnchor(path, anchor) {
      const page = document(path);
      if (page === null || page.problem !== null) return true;
      return page.anchors.has(anchor) || (layout.links.looseAnchors && hasLooseAnchor(page, anchor));
    },
    inbound: (path) => inbound().get(path) ?? [],
    hrefFor({ from, to, like, likeFrom = from, toPage }) {
      const context = contextOf(like);
      const href = typeof like === "string" ? like : like.href;
      const style = links.resolve(likeFrom, like).style ?? guessStyle(href);
      const fromUrl = urlOf(from, document(likeFrom));
      const toUrl = toPage === undefined ? urlOf(to) : urlOf(to, toPage);
      return writeHref(links.ground, { from, to, fromUrl, toUrl, like: href, style, isFile: context.isFile });
    },
    changeConfig: (changes) =>
      layout.changeConfig(changes, {
        urlOf: (path) => urlOf(path),
        pathAt: (url) => links.ground.pathAt(canonicalUrl(url)),
      }),
  };
  partsOf.set(site, parts);
  return site;
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
 * Parses an edited page in this process. It is parsed as MDX only if that is known to finish: if the page itself was
 * parsed and the edit changed only words, so that it exposed no code. Otherwise it is parsed as Markdown, which finds
 * the same headings but no JSX.
 */
function parseEdited(text: string, path: string, before: SitePage | null, layout: Layout): ParsedPage {
  const parseAs = layout.parseAs(path);
  const bytes = Buffer.from(text);
  const isKnown = before !== null && before.problem === null && skeleton(before.text) === skeleton(text);
  const as = isKnown || !needsParserProcess(text, bytes, parseAs) ? parseAs : isOrdinary(bytes) ? "md" : null;
  return as === null
    ? tooComplex(text, layout)
    : ParsedPage.of(parsePage(text, as, layout.dialect), layout.dialect);
}

/** Text without its words. Lines, indentation and numbers stay, since they affect how it is parsed. */
function skeleton(text: string): string {
  return text.replace(
    /(?<![\p{L}\p{N}])(?!(?:import|export)(?![\p{L}\p{N}]))\p{L}(?:[\p{L}\p{N}.,'’_ \t-]*[\p{L}\p{N}])?/gu,
    "w",
  );
}
