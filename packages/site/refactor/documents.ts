import { createGlob } from "../glob.ts";
import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { type Note, RefactorError } from "./report.ts";
import { withoutFinalSlashes } from "./spans.ts";

/** Paths, folders and globs; null for the whole site. */
export type DocumentScope = readonly string[] | null;

/** Pages and snippets of the scope, in the order of their paths. Throws RefactorError where an entry names nothing. */
export function documentsIn(site: Site, scope: DocumentScope): Page[] {
  const all = [...site.pages.values(), ...site.snippets.values()];
  if (scope === null) return all;
  const found = new Set<Page>();
  for (const entry of scope) {
    const matches = entriesNamed(site, all, entry);
    if (matches.length === 0) {
      throw new RefactorError(
        `No page lies in ${entry}. Give the path of a page or folder, or a glob such as ${example(site)}.`,
      );
    }
    for (const page of matches) found.add(page);
  }
  return all.filter((page) => found.has(page));
}

function entriesNamed(site: Site, all: readonly Page[], entry: string): readonly Page[] {
  const page = findDocument(site, entry);
  if (page !== null) return [page];
  for (const pattern of rooted(site, entry)) {
    const matches = globOf(pattern);
    const found = all.filter(({ path }) => matches(path));
    if (found.length > 0) return found;
  }
  return [];
}

function globOf(pattern: string): (path: string) => boolean {
  try {
    return createGlob(pattern);
  } catch (error) {
    throw error instanceof RangeError ? new RefactorError(`${error.message}. Give fewer.`) : error;
  }
}

/** The path as given, then as one that starts at the docs folder. */
function rooted(site: Site, path: string): string[] {
  const relative = path.replace(/^\/+/u, "");
  return site.root === "" ? [relative] : [relative, `${site.root}/${relative}`];
}

const leftOut = ["", ".mdx", ".md", ".markdown", "/index.mdx", "/index.md", "/README.md"];

/**
 * The page or snippet that a path names (from the repository or the docs folder, its suffix or `index` left out or
 * not), or an address; null for none.
 */
export function findDocument(site: Site, name: string): Page | null {
  const paths = rooted(site, withoutFinalSlashes(name));
  const exact = paths.map((path) => site.document(path)).find((page) => page !== null);
  if (exact !== undefined) return exact;
  if (/[*?{]/u.test(name)) return null;
  const addressed = site.pageAt(name.startsWith("/") ? name : `/${name}`);
  if (addressed !== null) return addressed;
  for (const path of paths) {
    for (const suffix of leftOut) {
      const page = site.document(path + suffix);
      if (page !== null) return page;
    }
  }
  return null;
}

/** As `findDocument`; throws RefactorError with names that are alike where there is none. */
export function getDocument(site: Site, name: string): Page {
  const page = findDocument(site, name);
  if (page !== null) return page;
  const alike = pathsLike(site, name);
  const hint = alike.length === 0 ? "" : ` Is one of these meant: ${alike.join(", ")}?`;
  throw new RefactorError(`There is no page ${name}.${hint}`);
}

const alikeMax = 5;

function pathsLike(site: Site, name: string): string[] {
  const wanted = stemOf(name);
  const found: string[] = [];
  for (const path of site.pages.keys()) {
    if (found.length === alikeMax) break;
    if (stemOf(path) === wanted) found.push(path);
  }
  return found;
}

/** The last part of a path without suffix, in small letters, `-`, `_` and spaces aside: what a page is known by. */
export function stemOf(path: string): string {
  const parts = path
    .toLowerCase()
    .replace(/[?#].*$/su, "")
    .replace(/\.(?:mdx?|markdown|html?)$/u, "")
    .split("/")
    .filter((part) => part !== "");
  const last = parts.at(-1) ?? "";
  const named = last === "index" || last === "readme" ? (parts.at(-2) ?? last) : last;
  return named.replace(/[-_\s]|%20/gu, "");
}

/** Whether the text was read, so that an edit of it cannot lose anything. */
export function isEditable(page: Page): boolean {
  return page.problem?.kind !== "not-utf8" && page.problem?.kind !== "too-large";
}

/** For a page that was not looked into: nobody knows whether it says what is to be changed. */
export function unreadNote({ path, problem }: Page): Note {
  return {
    kind: "unreadable",
    path,
    line: null,
    message: `was not looked into. ${problem?.message ?? ""}`.trim(),
  };
}

function example(site: Site): string {
  return site.root === "" ? "guides/**" : `${site.root}/guides/**`;
}
