import type { Page, Site } from "#site";
import { counted } from "../tools/text.ts";
import { pageLine } from "./site-map.ts";

/** The translations and versions of one page. */
export interface PageRow {
  /** The page in the default language and the current version, if there is one. */
  readonly page: Page;
  /** All of its editions that exist on the site, including `page`. */
  readonly pages: readonly Page[];
  /** The editions other than `page`, such as "es, fr, versions 1.0–1.4"; empty if there are none. */
  readonly others: string;
}

/** Puts the editions of each page into one row, in the order in which the pages are given. */
export function editionsOf(site: Site, pages: readonly Page[]): PageRow[] {
  const { languages, versions } = site.editionFolders;
  if (languages.length + versions.length === 0)
    return pages.map((page) => ({ page, pages: [page], others: "" }));
  const placeOf = (path: string) => site.editionFolders.of(path).place.replace(/\.\w+$/u, "");
  const wanted = new Set(pages.map(({ path }) => placeOf(path)));
  const byPlace = Map.groupBy(site.pages.values(), ({ path }) => placeOf(path));
  return [...wanted].flatMap((place) => {
    const editions = byPlace.get(place) ?? [];
    const depth = (page: Page) => {
      const { language, version } = site.editionFolders.of(page.path);
      return (language === null ? 0 : 2) + (version === null ? 0 : 1);
    };
    const [page, ...others] = editions.toSorted((a, b) => depth(a) - depth(b));
    return page === undefined ? [] : [{ page, pages: editions, others: othersText(site, others) }];
  });
}

/**
 * Names the languages and versions of the other editions. Editions with both a language and a version are only counted.
 */
function othersText(site: Site, others: readonly Page[]): string {
  const editions = others.map(({ path }) => site.editionFolders.of(path));
  const languages = editions.flatMap(({ language, version }) =>
    language !== null && version === null ? [language] : [],
  );
  const versions = editions.flatMap(({ language, version }) =>
    version !== null && language === null ? [version.replace(/^version-/u, "")] : [],
  );
  const rest = others.length - languages.length - versions.length;
  return [
    ...languages,
    ...(versions.length === 0 ? [] : [versionsText(versions)]),
    ...(rest === 0 ? [] : [counted(rest, "other edition")]),
  ].join(", ");
}

function versionsText(versions: readonly string[]): string {
  const sorted = versions.toSorted((a, b) => a.localeCompare(b, "en", { numeric: true }));
  const [first, last] = [sorted[0], sorted.at(-1)];
  if (sorted.length === 1) return `version ${first}`;
  return sorted.length === 2 ? `versions ${first} and ${last}` : `${sorted.length} versions ${first}–${last}`;
}

/** A page's line, with its other editions. */
export function rowLine({ page, others }: PageRow): string {
  return `${pageLine(page)}${others === "" ? "" : ` (also in ${others})`}`;
}
