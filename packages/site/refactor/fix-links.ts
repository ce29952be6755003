import { splitHref } from "../href.ts";
import { limits } from "../limits.ts";
import { looseAnchor } from "../markdown/slug.ts";
import type { Link, Page } from "../page.ts";
import { suffixOf } from "../paths.ts";
import type { Site } from "../site.ts";
import { type DocumentScope, documentsIn, stemOf } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { anchorEdit, hrefEdit } from "./href-text.ts";
import { anchorsLike, createLinkIndex, editDistance, type LinkIndex } from "./link-index.ts";
import type { FixedLink, FixLinksReport, Refactoring, UnresolvedLink } from "./report.ts";

/**
 * Finds the right target of each broken link in the scope: a moved or renamed page, a redirect, or a heading whose
 * anchor is spelled differently. Fixes links with one good candidate, and reports the rest with the possible targets.
 * Never guesses between two candidates.
 */
export async function fixLinks(
  site: Site,
  { scope }: { readonly scope: DocumentScope },
): Promise<Refactoring<FixLinksReport>> {
  const draft = createDraft(site);
  const fixed: FixedLink[] = [];
  const unresolved: UnresolvedLink[] = [];
  let index: LinkIndex | null = null;
  for (const page of documentsIn(site, scope)) {
    for (const link of page.links) {
      const broken = link.dynamic ? null : findBroken(site, page, link);
      if (broken === null) continue;
      index ??= createLinkIndex(site);
      const remedy =
        broken.kind === "anchor"
          ? findAnchor(broken, page, link)
          : findTarget(site, index, page, link, broken.path);
      const place = { path: page.path, line: link.line };
      if ("reason" in remedy && "edit" in remedy) {
        draft.editLink(page.path, remedy.edit);
        fixed.push({ ...place, from: link.href, to: remedy.href, reason: remedy.reason });
      } else {
        unresolved.push({ ...place, href: link.href, ...remedy });
      }
    }
  }
  return { edits: draft.finish().edits, report: { fixed, unresolved } };
}

type BrokenLink =
  | { readonly kind: "target"; readonly path: string }
  | { readonly kind: "anchor"; readonly target: Page; readonly anchor: string };

type Remedy =
  | { readonly href: string; readonly edit: ReturnType<typeof hrefEdit>; readonly reason: string }
  | { readonly reason: string; readonly candidates: readonly string[] };

function findBroken(site: Site, page: Page, link: Link): BrokenLink | null {
  const target = site.resolve(page.path, link);
  if (target.kind === "missing") return { kind: "target", path: target.path };
  if (target.kind !== "page" || target.anchor === null || /^(?:|top|:~:.*)$/su.test(target.anchor))
    return null;
  const document = site.document(target.path);
  if (document === null || site.hasAnchor(target.path, target.anchor)) return null;
  return { kind: "anchor", target: document, anchor: target.anchor };
}

function findAnchor(
  { target, anchor }: Extract<BrokenLink, { kind: "anchor" }>,
  page: Page,
  link: Link,
): Remedy {
  const [only, ...more] = anchorsLike(target, anchor);
  if (only !== undefined && more.length === 0)
    return fixedAnchor(page, link, only, "the anchor is spelled differently");
  const labelled = headingsLike(target, labelOf(page, link));
  if (only === undefined && labelled.length === 1 && labelled[0] !== undefined) {
    return fixedAnchor(page, link, labelled[0], "a heading matches the link's text");
  }
  const near =
    target.anchors.size > anchorsMax ? [] : [...target.anchors].filter((known) => isNear(known, anchor));
  const candidates = [...new Set([only, ...more, ...labelled, ...near])].filter(
    (candidate) => candidate !== undefined,
  );
  return {
    reason: `${target.path} has no anchor #${anchor}`,
    candidates: candidates.slice(0, limits.candidatesMax).map((candidate) => withAnchor(link, candidate)),
  };
}

/** On pages with more anchors, similar anchors are not searched for. */
const anchorsMax = 2000;

function fixedAnchor(page: Page, link: Link, anchor: string, reason: string): Remedy {
  return { href: withAnchor(link, anchor), edit: anchorEdit(page, link, anchor), reason };
}

function withAnchor(link: Link, anchor: string): string {
  return `${link.href.split("#", 1)[0] ?? ""}#${anchor}`;
}

function headingsLike(page: Page, label: string | null): string[] {
  const loose = looseAnchor(label ?? "");
  return loose === ""
    ? []
    : page.headings.filter(({ text }) => looseAnchor(text) === loose).map(({ slug }) => slug);
}

function isNear(known: string, anchor: string): boolean {
  return (
    editDistance(known, anchor, 2) <= 2 ||
    (anchor.length >= 4 && (known.startsWith(anchor) || anchor.startsWith(`${known}-`)))
  );
}

function findTarget(site: Site, index: LinkIndex, page: Page, link: Link, missing: string): Remedy {
  const isPage =
    !link.embedded && /^(?:|\.mdx?|\.markdown|\.html?)$/u.test(suffixOf(splitHref(link.href).path));
  const { path, reason, candidates } = isPage
    ? findPage(site, index, { missing, label: labelOf(page, link) })
    : findFile(index, missing);
  if (path !== null) {
    const href = hrefThatResolves(site, page, link, path);
    if (href !== null) return finish(site, page, link, { path, href, reason });
  }
  const hrefs = candidates
    .slice(0, 2 * limits.candidatesMax)
    .map((candidate) => hrefThatResolves(site, page, link, candidate))
    .filter((href) => href !== null);
  return {
    reason: candidates.length === 0 ? `nothing similar to ${missing} was found` : reason,
    candidates: hrefs.slice(0, limits.candidatesMax),
  };
}

/** Resolves the anchor on the target page. If it doesn't exist there, the link goes to the top of the page. */
function finish(
  site: Site,
  page: Page,
  link: Link,
  { path, href, reason }: { path: string; href: string; reason: string },
): Remedy {
  const { fragment } = splitHref(href);
  const document = site.document(path);
  const edited = (fixed: string, why: string) => ({
    href: fixed,
    edit: hrefEdit(page, link, fixed),
    reason: why,
  });
  if (fragment === null || document === null || document.anchors.has(fragment)) return edited(href, reason);
  const [only, ...more] = anchorsLike(document, fragment);
  const withoutAnchor = href.split("#", 1)[0] ?? "";
  if (only !== undefined && more.length === 0) return edited(`${withoutAnchor}#${only}`, reason);
  if (site.hasAnchor(path, fragment)) return edited(href, reason);
  return edited(withoutAnchor, `${reason}; the page has no anchor #${fragment}, so the link goes to its top`);
}

interface Found {
  readonly path: string | null;
  readonly reason: string;
  readonly candidates: readonly string[];
}

/** Names that many folders or packages have. A page with such a name elsewhere is not taken for the same page. */
const commonNames = new Set(
  "overview introduction intro home examples faq index readme start license licence changelog contributing authors security notice codeofconduct".split(
    " ",
  ),
);

function findPage(site: Site, index: LinkIndex, o: { missing: string; label: string | null }): Found {
  const redirected = index.redirected(o.missing);
  if (redirected !== null) return { path: redirected, reason: "it follows a redirect", candidates: [] };
  const spelled = index.spelledLike(o.missing);
  if (spelled[0] !== undefined && spelled.length === 1) {
    return { path: spelled[0], reason: "the page's path is spelled differently", candidates: [] };
  }
  const named = index.named(o.missing);
  const titled = index.titled(o.label ?? "");
  const isCommon = commonNames.has(stemOf(o.missing));
  const agreed = named.filter((path) => titled.includes(path));
  const closest = isCommon || named.length > 1 ? closestPath(named, o.missing) : (named[0] ?? null);
  if (closest !== null)
    return { path: closest, reason: "the page with this name moved here", candidates: [] };
  if (agreed.length === 1 && agreed[0] !== undefined) {
    return { path: agreed[0], reason: "the page with this name and title moved here", candidates: [] };
  }
  const byTitle = titled.length > 0 ? titled : index.titled(stemOf(o.missing));
  if (named.length === 0 && byTitle.length === 1 && byTitle[0] !== undefined) {
    return { path: byTitle[0], reason: "this page has the same title", candidates: [] };
  }
  const candidates = [...new Set([...spelled, ...named, ...byTitle, ...index.similar(o.missing)])];
  const reason = candidates.length > 1 ? "more than one page matches" : "no page clearly matches";
  return { path: null, reason, candidates: candidates.filter((path) => site.pages.has(path)) };
}

function findFile(index: LinkIndex, missing: string): Found {
  const files = index.files(missing);
  const [only] = files;
  if (only !== undefined && files.length === 1)
    return { path: only, reason: "the file with this name moved here", candidates: [] };
  const closest = closestPath(files, missing);
  if (closest !== null)
    return { path: closest, reason: "the file with this name moved here", candidates: [] };
  return { path: null, reason: "more than one file has this name", candidates: files };
}

/** The only path that shares at least the missing path's file name and folder name. */
function closestPath(paths: readonly string[], missing: string): string | null {
  const scored = paths
    .map((path) => ({ path, score: sharedTail(path, missing) }))
    .sort((a, b) => b.score - a.score);
  const [best, second] = scored;
  return best !== undefined && best.score >= 2 && best.score > (second?.score ?? 0) ? best.path : null;
}

/** The number of equal final segments, including the file's name. */
function sharedTail(a: string, b: string): number {
  const left = segmentsOf(a);
  const right = segmentsOf(b);
  let count = 0;
  while (count < left.length && count < right.length && left.at(-1 - count) === right.at(-1 - count)) count++;
  return count;
}

function segmentsOf(path: string): string[] {
  const bare = path
    .toLowerCase()
    .replace(/\.[a-z]{1,8}$/u, "")
    .replace(/\/(?:index|readme)$/u, "");
  return bare.split("/").filter((segment) => segment !== "");
}

/** Writes the link in its own style if that resolves to the file, otherwise as an address or a relative path. */
function hrefThatResolves(site: Site, page: Page, link: Link, path: string): string | null {
  const rest = /[?#].*$/su.exec(link.href)?.[0] ?? "";
  const likes = [
    link.href,
    (site.pages.has(path) ? site.urlOf(path) : `/${path}`) + rest,
    `./page${suffixOf(path)}${rest}`,
  ];
  for (const like of likes) {
    const href = site.hrefFor({ from: page.path, to: path, like: like === link.href ? link : like });
    const target = site.resolve(page.path, { ...link, href });
    if ((target.kind === "page" || target.kind === "asset") && target.path === path) return href;
  }
  return null;
}

function labelOf(page: Page, link: Link): string | null {
  return link.label === null
    ? null
    : page.text.slice(link.label.start, link.label.end).replace(/[*_`]/gu, "");
}
