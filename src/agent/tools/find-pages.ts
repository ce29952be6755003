import type { NavigationEntry, Page, Site } from "#site";
import { limits } from "../../limits.ts";

export interface ListedPage {
  readonly path: string;
  readonly url: string;
  readonly title: string;
  readonly description: string | null;
  /** Names of the navigation groups around the page, outermost first; null if it is not in the navigation. */
  readonly group: readonly string[] | null;
  /** How `find` matched; null without `find`. */
  readonly match: PageMatch | null;
}

/**
 * How a page matched, from strictest to loosest:
 * - `path`: its path in the repository or below the docs folder, with or without the suffix, and with or
 *   without a final `index` or `README`.
 * - `url`: its address.
 * - `title`: its title or navigation label, ignoring letter case, spaces, quotes and end punctuation.
 * - `fileName`: its file name without the suffix, with `-` and `_` read as spaces.
 * - `partial`: its title or path contains the words of `find`. Listed only if nothing matches better.
 */
export type PageMatch = "path" | "url" | "title" | "fileName" | "partial";

export interface ListedFolder {
  readonly path: string;
  /** The number of pages in it, at any depth. */
  readonly pages: number;
  /** Which part `find` matched: the whole path (from the top or below the docs folder), or its end. */
  readonly match: "path" | "fileName" | null;
}

export interface ListedGroup {
  /** Outermost first; the value for `group` in `add_page` and `edit_nav`. */
  readonly names: readonly string[];
  readonly pages: number;
}

/** A page's place in the navigation. */
export interface Placement {
  readonly group: readonly string[];
  readonly label: string | null;
}

/** Returns the first place of every page in the navigation, and all groups, in the navigation's order. */
export function readNavigation(site: Site): { placements: Map<string, Placement>; groups: ListedGroup[] } {
  const placements = new Map<string, Placement>();
  const groups: { names: readonly string[]; pages: number }[] = [];
  const walk = (entry: NavigationEntry, around: readonly string[]): number => {
    const isGroup = entry.kind === "group";
    const names = isGroup && entry.label !== null ? [...around, entry.label] : around;
    const group = { names, pages: 0 };
    if (isGroup && entry.label !== null) groups.push(group);
    if (entry.path !== null && !placements.has(entry.path)) {
      placements.set(entry.path, { group: names, label: isGroup ? null : entry.label });
    }
    const own = entry.path === null ? 0 : 1;
    group.pages = entry.children.reduce((sum, child) => sum + walk(child, names), own);
    return group.pages;
  };
  for (const entry of site.navigation.entries) walk(entry, []);
  return { placements, groups };
}

const strictness: readonly PageMatch[] = ["path", "url", "title", "fileName", "partial"];

/** Finds pages with this name, strictest match first. Returns partial matches only if nothing matches better. */
export function findPages(
  site: Site,
  pages: readonly Page[],
  placements: ReadonlyMap<string, Placement>,
  name: string,
): { page: Page; match: PageMatch }[] {
  const wanted = {
    raw: trimPath(name),
    loose: looseName(name),
    url: site.pageAt(name.startsWith("/") ? name : `/${name}`),
  };
  const found: { page: Page; match: PageMatch }[] = [];
  for (const page of pages) {
    const match = matchPage(site, page, placements.get(page.path)?.label ?? null, wanted);
    if (match !== null) found.push({ page, match });
  }
  const exact = found.filter(({ match }) => match !== "partial");
  return (exact.length > 0 ? exact : found).sort(
    (a, b) => strictness.indexOf(a.match) - strictness.indexOf(b.match),
  );
}

function matchPage(
  site: Site,
  page: Page,
  label: string | null,
  wanted: { raw: string; loose: string; url: Page | null },
): PageMatch | null {
  const inRoot = site.root === "" ? page.path : page.path.slice(site.root.length + 1);
  const paths = [page.path, inRoot].flatMap((path) => [path, withoutSuffix(path), withoutIndex(path)]);
  if (wanted.raw !== "" && paths.includes(wanted.raw)) return "path";
  if (page === wanted.url) return "url";
  if (wanted.loose === "") return null;
  if (looseName(page.title) === wanted.loose || (label !== null && looseName(label) === wanted.loose))
    return "title";
  if (looseName(fileNameOf(page.path)) === wanted.loose) return "fileName";
  const text = `${looseName(page.title)} ${looseName(page.path)}`;
  return wanted.loose.split(" ").every((word) => text.includes(word)) ? "partial" : null;
}

/** Returns the folders that contain pages, by path, with their page counts; with a name, only matching folders. */
export function findFolders(site: Site, pages: readonly Page[], name: string | null): ListedFolder[] {
  const counts = new Map<string, number>();
  for (const { path } of pages) {
    for (let cut = path.lastIndexOf("/"); cut > 0; cut = path.lastIndexOf("/", cut - 1)) {
      const folder = path.slice(0, cut);
      counts.set(folder, (counts.get(folder) ?? 0) + 1);
    }
  }
  const folders = [...counts].sort(([a], [b]) => (a < b ? -1 : 1));
  if (name === null) return folders.map(([path, count]) => ({ path, pages: count, match: null }));
  const wanted = trimPath(name);
  return folders.flatMap(([path, count]): ListedFolder[] => {
    const isPath = path === wanted || (site.root !== "" && path === `${site.root}/${wanted}`);
    const isName = looseName(path.slice(path.lastIndexOf("/") + 1)) === looseName(name);
    if (!isPath && !isName) return [];
    return [{ path, pages: count, match: isPath ? "path" : "fileName" }];
  });
}

export function listedPage(
  site: Site,
  page: Page,
  placement: Placement | undefined,
  match: PageMatch | null,
): ListedPage {
  const { path, title, description } = page;
  return { path, url: site.urlOf(path), title, description, group: placement?.group ?? null, match };
}

/** Normalizes a name: ignores letter case, spaces, hyphens, quotes, and punctuation at either end. */
export function looseName(name: string): string {
  return name
    .slice(0, limits.tools.findCharsMax)
    .normalize("NFKC")
    .toLowerCase()
    .replace(/["'“”‘’`]/gu, "")
    .replace(/[\s_-]+/gu, " ")
    .replace(/^[\s.,:;!?]+|[\s.,:;!?]+$/gu, "");
}

function trimPath(name: string): string {
  return name
    .trim()
    .replace(/^(?:\.?\/)+/u, "")
    .replace(/\/+$/u, "");
}

function withoutSuffix(path: string): string {
  return path.replace(/\.(?:mdx?|markdown)$/iu, "");
}

function withoutIndex(path: string): string {
  return withoutSuffix(path).replace(/\/(?:index|readme)$/iu, "");
}

/** An index page has the name of its folder. */
function fileNameOf(path: string): string {
  const bare = withoutIndex(path);
  return bare.slice(bare.lastIndexOf("/") + 1);
}
