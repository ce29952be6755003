import { looseName, type Page, type Site } from "#site";
import { limits } from "../../limits.ts";
import { editionsOf, type PageRow } from "./page-rows.ts";
import { quotedIn } from "./quoted-in.ts";

export interface LikelyPages {
  /** Most likely first, with the translations and versions of one page in one row. */
  readonly rows: readonly PageRow[];
  /** The number of matching rows, including those left out. */
  readonly total: number;
}

/**
 * Finds the pages that an instruction is likely about: pages that the instruction calls by name, pages whose text
 * contains its quotations or code, and pages whose title, path and headings share its words. Weak matches are left out.
 */
export function likelyPages(site: Site, prompt: string, without: readonly Page[]): LikelyPages {
  const pages = [...site.pages.values()];
  const wanted = [...new Set(spellingsOf(prompt).flatMap((text) => [...wordsOf(text)]))];
  const called = ` ${spellingsOf(prompt).map(asWords).join(" ")} `;
  const acronyms = new Set(prompt.slice(0, limits.context.wordsCharsMax).match(/\b[A-Z]{3,6}\b/gu));
  const quoted = quotedIn(prompt)
    .map((text) => new Set(pages.filter((page) => page.text.includes(text))))
    // A quote that occurs on many pages does not identify any of them.
    .filter((found) => found.size <= limits.context.likelyPagesMax);
  if (wanted.length === 0 && quoted.length === 0) return { rows: [], total: 0 };
  const scored = pages
    .map((page) => {
      const score = scoreOf(page, wanted) + weights.quoted * countOf(quoted, page);
      return { page, score: score + (isCalled(page, called, acronyms) ? weights.name : 0) };
    })
    .filter(({ score }) => score >= limits.context.likelyScoreMin)
    .sort((a, b) => b.score - a.score || (a.page.path < b.page.path ? -1 : 1));
  const best = scored[0]?.score ?? 0;
  const rows = editionsOf(
    site,
    scored.filter(({ score }) => score >= best * limits.context.likelyShareMin).map(({ page }) => page),
  ).filter(({ pages: editions }) => !without.some((page) => editions.includes(page)));
  return { rows: rows.slice(0, limits.context.likelyPagesMax), total: rows.length };
}

const weights = { title: 3, path: 2, heading: 1, quoted: 5, name: 8 } as const;

/**
 * Whether the instruction refers to the page by its file name or title: by several words, by one word before "page" or
 * "guide", or by the initials of the words.
 */
function isCalled({ path, title }: Page, called: string, acronyms: ReadonlySet<string>): boolean {
  const bare = path.replace(/(?:\/(?:index|readme))?\.\w+$/iu, "");
  const slug = looseName(bare.slice(bare.lastIndexOf("/") + 1));
  const name = slug.length > 1 && isNamed(slug, called);
  if (name || isNamed(asWords(title), called)) return true;
  return acronyms.size > 0 && (acronyms.has(initialsOf(title)) || acronyms.has(initialsOf(slug)));
}

function initialsOf(title: string): string {
  const words = title.split(/[\s-]+/u).filter((word) => /^\p{L}/u.test(word));
  return words.map(([letter = ""]) => letter.toUpperCase()).join("");
}

function isNamed(name: string, called: string): boolean {
  if (name === "") return false;
  for (let at = called.indexOf(` ${name} `); at !== -1; at = called.indexOf(` ${name} `, at + 1)) {
    const after = called.slice(at + name.length + 2, at + name.length + 80);
    if (name.includes(" ") || /^(?:\S+ )?(?:page|guide|tutorial|quickstart)s? /u.test(after)) return true;
  }
  return false;
}

/** The text as words, without the punctuation in the names of files and pages. */
function asWords(text: string): string {
  const words = text
    .slice(0, limits.context.wordsCharsMax)
    .toLowerCase()
    .match(/[\p{L}\p{N}]+/gu);
  return (words ?? []).join(" ");
}

/** The text with "-ize", "-ise" and "i18n", because a person and a site may write such words differently. */
function spellingsOf(prompt: string): string[] {
  const text = prompt.slice(0, limits.context.wordsCharsMax);
  const spelled = (from: string, to: string) =>
    text.replaceAll(new RegExp(`(\\p{L}{3}i)${from}(?=(?:ations?|ed?|es|ing)\\b)`, "giu"), `$1${to}`);
  const short = text.replaceAll(/\p{L}{12,30}/gu, (word) => `${word[0]}${word.length - 2}${word.at(-1)}`);
  return [...new Set([text, spelled("s", "z"), spelled("z", "s"), short])];
}

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

/**
 * Returns words of at least four letters, because shorter words occur on every page. `FileTree` also yields `file` and
 * `tree`.
 */
function wordsOf(text: string): ReadonlySet<string> {
  const read = text.slice(0, limits.context.wordsCharsMax);
  const split = read.replaceAll(/(?<=\p{Ll})(?=\p{Lu})/gu, " ");
  const words = `${read} ${split === read ? "" : split}`.toLowerCase().match(/[\p{L}\p{N}]{4,}/gu);
  return new Set(words ?? []);
}
