import { findDocument, looseName, type Page, type Site } from "#site";
import { limits } from "../../limits.ts";

/**
 * Returns the pages that a prompt names by path, address, slug, full URL, or quoted title, in the prompt's order, without
 * duplicates.
 */
export function namedPages(site: Site, prompt: string): Page[] {
  const found = new Set<Page>();
  for (const [word] of prompt.matchAll(/[^\s"'“”‘’`<>()[\]{},;]{2,300}/gu)) {
    const page = pageCalled(site, word.replace(/[.:!?]+$/u, ""));
    if (page !== null) found.add(page);
  }
  for (const page of titledPages(site, prompt)) found.add(page);
  return [...found].slice(0, limits.context.namedPagesMax);
}

function pageCalled(site: Site, name: string): Page | null {
  const url = /^https?:\/\/[^/]+(\/.*)$/iu.exec(name)?.[1];
  if (url !== undefined) return site.pageAt(url.replace(/[?#].*$/su, ""));
  // The name of the docs folder does not refer to the home page: "everywhere in docs/".
  if (site.root !== "" && name.replace(/\/+$/u, "") === site.root) return null;
  // A bare word does not refer to a page, even if a page has that name, unless it is a slug of several words.
  if (/[/]|\.mdx?$/iu.test(name)) return findDocument(site, name.replace(/(?<=.)#.*$/su, ""));
  if (!/^[a-z0-9]+(?:-[a-z0-9]+)+$/u.test(name)) return null;
  return (
    onlyOne(slugged(site, (slug) => slug === name)) ??
    onlyOne(slugged(site, (slug) => slug.endsWith(`-${name}`)))
  );
}

/** Pages of the default edition whose slug fits: the file name or, for a folder's index page, the folder's name. */
function slugged(site: Site, fits: (slug: string) => boolean): Page[] {
  return [...site.pages.values()].filter(
    ({ path }) =>
      isDefault(site, path) &&
      fits(
        path
          .replace(/(?:\/(?:index|readme))?\.\w+$/iu, "")
          .split("/")
          .at(-1) ?? "",
      ),
  );
}

/**
 * Pages whose title the prompt quotes or, if the title has several words, contains in the same letter case. A title that
 * many pages contain is the name of a product, which says nothing about the page, unless it is followed by a word such
 * as "page".
 */
function titledPages(site: Site, prompt: string): Page[] {
  const text = prompt.slice(0, limits.context.wordsCharsMax);
  const quoted = new Set(
    [...text.matchAll(/["“`*]([^"”`*\n]{2,100})["”`*]/gu)].map((match) => looseName(match[1] ?? "")),
  );
  const titles = Map.groupBy(site.pages.values(), ({ title }) => plainTitle(title));
  const named = [...titles].filter(([title]) => {
    if (quoted.has(looseName(title))) return true;
    const isWritten = /[\s-]/u.test(title) && title.length > 6 && text.includes(title);
    return isWritten && (isCalledPage(text, title) || !isCommon(site, title));
  });
  return named
    .flatMap(([, pages]) => onlyOne(pages.filter(({ path }) => isDefault(site, path))) ?? [])
    .sort((a, b) => text.indexOf(plainTitle(a.title)) - text.indexOf(plainTitle(b.title)));
}

function isCalledPage(text: string, title: string): boolean {
  const after = text.slice(text.indexOf(title) + title.length);
  return /^["”]?\s(?:page|guide|tutorial|quickstart|section)s?\b/u.test(after);
}

function isCommon(site: Site, title: string): boolean {
  let count = 0;
  for (const page of site.pages.values()) {
    if (page.title !== title && page.text.includes(title)) count++;
    if (count > limits.context.likelyPagesMax) return true;
  }
  return false;
}

/** The title without emoji and other symbols at either end, which people leave out. */
function plainTitle(title: string): string {
  return title.replace(/^[^\p{L}\p{N}]+|[^\p{L}\p{N})\]!?.]+$/gu, "");
}

function isDefault(site: Site, path: string): boolean {
  const { language, version } = site.editionFolders.of(path);
  return language === null && version === null;
}

function onlyOne(pages: readonly Page[]): Page | null {
  return pages.length === 1 ? (pages[0] ?? null) : null;
}
