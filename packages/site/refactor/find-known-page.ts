import type { AddressBook } from "../address-book.ts";
import { editionKindOf, findEditionFolders } from "../edition-folders.ts";
import { canonicalUrl } from "../href.ts";
import { indexRedirects } from "../redirect-index.ts";
import { spelling } from "./same-name.ts";

/**
 * How a page was found: a redirect leads to it, it was renamed, or it is the only page whose path is the same apart from
 * its spelling or its first folders.
 */
export const foundReasons = ["redirect", "renamed", "spelling", "folder"] as const;

export interface KnownPage {
  /** The page's address, in the notation of the requested one. */
  readonly path: string;
  readonly reason: (typeof foundReasons)[number];
}

/** Redirects may lead to other redirects. Browsers follow at most 20. */
const redirectsFollowedMax = 20;

/**
 * Returns a function that finds the page for an address without one, or null if no page is certain: a guess would send
 * readers to the wrong page. `normalize` returns an address in the notation in which addresses are passed, so that all
 * notations of a page are equal.
 */
export function createFindKnownPage(
  book: AddressBook,
  normalize: (address: string) => string,
): (path: string) => KnownPage | null {
  /** A framework may write the address of an index in two ways. */
  const own = (address: string) => normalize(canonicalUrl(address.replace(/[?#].*$/su, "")));
  const pages = [...new Set(book.pages.map(own))];
  const known = new Set(pages);
  const redirects = indexRedirects(
    book.redirects.map((redirect) => ({
      ...redirect,
      fromUrl: redirect.pattern ? redirect.fromUrl : own(redirect.fromUrl),
    })),
  );
  const former = new Map<string, string>();
  for (const [from, to] of book.former) if (!former.has(own(from))) former.set(own(from), own(to));
  const byLast = Map.groupBy(pages, lastOf);
  const bySpelling = Map.groupBy(pages, spelling);
  const editions = findEditionFolders(
    pages.map((page) => page.slice(1)),
    "",
  );

  const isSameEdition = (path: string) => {
    const wanted = editions.named(path.slice(1));
    return (page: string) => {
      const { language, version } = editions.of(page.slice(1));
      return (
        language === wanted.language &&
        version === wanted.version &&
        editionNames(page) === editionNames(path)
      );
    };
  };

  /** The page to which a redirect leads; null if there is no redirect or no such page. */
  const redirected = (path: string): string | null => {
    let at = path;
    for (let i = 0; i < redirectsFollowedMax; i++) {
      const next = redirects.find(at);
      if (next === null) return i > 0 && known.has(at) ? at : null;
      // A pattern that sends every address to one page says nothing about this address.
      if (next.redirect.pattern && next.to === next.redirect.toUrl) return null;
      at = own(next.to);
    }
    return null;
  };

  const renamed = (path: string): string | null => {
    const page = former.get(path);
    // Git pairs the pages of a version that was removed with those of a version that was added.
    if (page === undefined || isOtherEdition(path, page)) return null;
    return known.has(page) ? page : redirected(page);
  };

  /** A page that moved together with all of its folders, such as from `/docs/api/keys` to `/api/keys`. */
  const moved = (path: string): string | null => {
    const isSame = isSameEdition(path);
    const found = (byLast.get(lastOf(path)) ?? []).filter((page) => isTail(page, path) && isSame(page));
    return found.length === 1 ? (found[0] ?? null) : null;
  };

  return (path) => {
    if (known.has(path)) return null;
    const byRedirect = redirected(path);
    if (byRedirect !== null) return { path: byRedirect, reason: "redirect" };
    const byHistory = renamed(path);
    if (byHistory !== null) return { path: byHistory, reason: "renamed" };
    const spelled = (bySpelling.get(spelling(path)) ?? []).filter(isSameEdition(path));
    if (spelled[0] !== undefined && spelled.length === 1) return { path: spelled[0], reason: "spelling" };
    const inFolder = moved(path);
    return inFolder === null ? null : { path: inFolder, reason: "folder" };
  };
}

/**
 * The folders of an address whose names are languages or versions, even if the site has no such edition: the docs of a
 * version that was removed are not those of another version.
 */
function editionNames(path: string): string {
  return path
    .toLowerCase()
    .split("/")
    .filter((segment) => editionKindOf(segment) !== null)
    .sort()
    .join("/");
}

/** Whether both addresses name a language or a version, and not the same ones. */
function isOtherEdition(a: string, b: string): boolean {
  const [one, other] = [editionNames(a), editionNames(b)];
  return one !== "" && other !== "" && one !== other;
}

/**
 * Whether one path is the end of the other. Paths of one segment don't count, because many folders have pages with the
 * same name.
 */
function isTail(a: string, b: string): boolean {
  const [short, long] = (a.length < b.length ? [a, b] : [b, a]).map((path) => path.toLowerCase()) as [
    string,
    string,
  ];
  return short.indexOf("/", 1) > 0 && long.endsWith(short);
}

/** The last segment in lowercase. */
const lastOf = (path: string): string => path.slice(path.lastIndexOf("/") + 1).toLowerCase();
