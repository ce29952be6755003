import type { Page, Site } from "#site";
import { limits } from "../../limits.ts";

/**
 * Returns the pages that an instruction is likely about, most likely first: pages whose text contains its quotations or
 * code, or whose title, path and headings share its words. Weak matches are left out.
 */
export function likelyPages(site: Site, prompt: string, without: readonly Page[]): Page[] {
  const pages = [...site.pages.values()];
  const wanted = [...wordsOf(prompt)];
  const quoted = quotedIn(prompt)
    .map((text) => new Set(pages.filter((page) => page.text.includes(text))))
    // A quote that occurs on many pages does not identify any of them.
    .filter((found) => found.size <= limits.context.likelyPagesMax);
  if (wanted.length === 0 && quoted.length === 0) return [];
  return pages
    .filter((page) => !without.includes(page))
    .map((page) => ({ page, score: scoreOf(page, wanted) + weights.quoted * countOf(quoted, page) }))
    .filter(({ score }) => score >= limits.context.likelyScoreMin)
    .sort((a, b) => b.score - a.score || (a.page.path < b.page.path ? -1 : 1))
    .slice(0, limits.context.likelyPagesMax)
    .map(({ page }) => page);
}

const weights = { title: 3, path: 2, heading: 1, quoted: 5 } as const;

function countOf(found: readonly ReadonlySet<Page>[], page: Page): number {
  return found.filter((pages) => pages.has(page)).length;
}

function scoreOf(page: Page, wanted: readonly string[]): number {
  let headings = "";
  for (const { text } of page.headings) headings += ` ${text}`;
  // Checking that none of the words occurs is faster than finding which ones do.
  const all = `${page.title} ${page.path}${headings}`.toLowerCase();
  const present = wanted.filter((word) => all.includes(word));
  if (present.length === 0) return 0;
  const shared = (text: string) => {
    const words = wordsOf(text);
    return present.filter((word) => words.has(word)).length;
  };
  return (
    weights.title * shared(page.title) +
    weights.path * shared(page.path.replaceAll(/[/._-]/gu, " ")) +
    weights.heading * shared(headings)
  );
}

/** Returns text in quotes or backticks, and names from code: flags, settings, functions, versions, repositories. */
export function quotedIn(prompt: string): string[] {
  const text = prompt.slice(0, limits.context.wordsCharsMax);
  const quoted = [...text.matchAll(/`([^`\n]{3,100})`|"([^"\n]{3,100})"|“([^”\n]{3,100})”/gu)].map(
    (match) => match[1] ?? match[2] ?? match[3] ?? "",
  );
  const names = text.match(
    /\b[A-Z][\w-]{0,40}\/[\w-]{1,60}\b|--[a-z][\w-]{1,60}|\b\w{1,40}(?:[_.]\w{1,40}){1,5}\b|\b[a-z]{1,30}[A-Z]\w{1,40}\b/gu,
  );
  return [...new Set([...quoted, ...(names ?? [])])].slice(0, limits.context.quotedMax);
}

/**
 * Returns words of at least four letters, because shorter words occur on every page. `FileTree` is also `file` and
 * `tree`.
 */
function wordsOf(text: string): ReadonlySet<string> {
  const read = text.slice(0, limits.context.wordsCharsMax);
  const split = read.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const words = `${read} ${split === read ? "" : split}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu);
  return new Set(words ?? []);
}
