import { createGlob } from "../glob.ts";
import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { type Note, RefactorError } from "./report.ts";
import { withoutFinalSlashes } from "./spans.ts";

/** Paths, folders and globs. Null for the whole site. */
export type DocumentScope = readonly string[] | null;

/** Returns the documents in the scope, sorted by path. Throws RefactorError if an entry matches nothing. */
export function documentsIn(site: Site, scope: DocumentScope): Page[] {
  const all = [...site.pages.values(), ...site.snippets.values()];
  if (scope === null) return all;
  const found = new Set<Page>();
  for (const entry of scope) {
    const matches = entriesNamed(site, all, entry);
    if (matches.length === 0) {
      throw new RefactorError(
        `No pages match ${entry}. Specify the path of a page or folder, or a glob such as ${example(site)}.`,
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
    throw error instanceof RangeError ? new RefactorError(`${error.message}. Use fewer.`) : error;
  }
}

/** The path as given, then relative to the docs folder. */
function rooted(site: Site, path: string): string[] {
  const relative = path.replace(/^\/+/u, "");
  return site.root === "" ? [relative] : [relative, `${site.root}/${relative}`];
}

const omittedSuffixes = ["", ".mdx", ".md", ".markdown", "/index.mdx", "/index.md", "/README.md"];

/**
 * Finds a page or snippet by its address or path, or returns null. The path may be relative to the repository or the
 * docs folder, with or without its suffix or `index`.
 */
export function findDocument(site: Site, name: string): Page | null {
  const paths = rooted(site, withoutFinalSlashes(name));
  const exact = paths.map((path) => site.document(path)).find((page) => page !== null);
  if (exact !== undefined) return exact;
  if (/[*?{]/u.test(name)) return null;
  const addressed = site.pageAt(name.startsWith("/") ? name : `/${name}`);
  if (addressed !== null) return addressed;
  for (const path of paths) {
    for (const suffix of omittedSuffixes) {
      const page = site.document(path + suffix);
      if (page !== null) return page;
    }
  }
  return null;
}

/** Like `findDocument`, but throws RefactorError with similar names if there is no such page. */
export function getDocument(site: Site, name: string): Page {
  const page = findDocument(site, name);
  if (page !== null) return page;
  const similar = pathsLike(site, name);
  const hint = similar.length === 0 ? "" : ` Did you mean ${similar.join(", ")}?`;
  throw new RefactorError(`Page not found: ${name}.${hint}`);
}

const similarMax = 5;

function pathsLike(site: Site, name: string): string[] {
  const wanted = stemOf(name);
  const found: string[] = [];
  for (const path of site.pages.keys()) {
    if (found.length === similarMax) break;
    if (stemOf(path) === wanted) found.push(path);
  }
  return found;
}

/** The last part of a path in lowercase, without suffix, `-`, `_` and spaces. Identifies a page by name. */
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

/** Whether the text was read, which guarantees that an edit cannot lose anything. */
export function isEditable(page: Page): boolean {
  return page.problem?.kind !== "not-utf8" && page.problem?.kind !== "too-large";
}

/** A note for a page that was not read. It may still contain places to change. */
export function unreadNote({ path, problem }: Page): Note {
  return {
    kind: "unreadable",
    path,
    line: null,
    message: `This page was skipped. ${problem?.message ?? ""}`.trim(),
  };
}

function example(site: Site): string {
  return site.root === "" ? "guides/**" : `${site.root}/guides/**`;
}
