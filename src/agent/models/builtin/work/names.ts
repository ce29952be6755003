import { limits } from "../../../../limits.ts";
import type { ListData, ListedFolder, ListedPage } from "../../../tools/index.ts";
import type { InstructionScope } from "../instruction.ts";
import { bounded, code, listed, quote } from "./words.ts";
import { CannotDo, call, callAll, type Work } from "./work.ts";

/** Common names for the page at `/`. */
const homeNames = new Set(["home", "homepage", "home page", "landing page", "start page"]);

/** Looks up everything with this name: pages, folders and navigation groups. */
export function* lookUp(name: string): Work<ListData> {
  return yield* call("list", lookUpInput(name));
}

/** Like `lookUp`, for several names in one step. */
export function* lookUpAll(names: readonly string[]): Work<readonly ListData[]> {
  return yield* callAll("list", names.map(lookUpInput));
}

function lookUpInput(name: string) {
  const { findCharsMax } = limits.tools;
  const find = homeNames.has(name.trim().toLowerCase()) ? "/" : name;
  return { find: bounded(find, { max: findCharsMax, what: "A name" }), limit: limits.editor.namesakesMax };
}

/** Returns the page with this name. Throws `CannotDo` if there is none or the name is ambiguous. */
export function* findPage(name: string): Work<ListedPage> {
  return pickPage(name, yield* lookUp(name));
}

export function pickPage(name: string, data: ListData): ListedPage {
  const pages = bestPages(data);
  const [page] = pages;
  if (page === undefined) throw new CannotDo(noPage(name, data));
  if (pages.length > 1) throw new CannotDo(ambiguous(name, "pages", pages));
  return page;
}

/** Returns the pages with the strictest match, or none if the name matches only parts of page names. */
export function bestPages(data: ListData): readonly ListedPage[] {
  const best = data.pages[0]?.match ?? null;
  if (best === null || best === "partial") return [];
  return data.pages.filter(({ match }) => match === best);
}

/** Returns the folder with this name, or null. Throws `CannotDo` if the name is ambiguous. */
export function pickFolder(name: string, data: ListData): ListedFolder | null {
  const byPath = data.folders.filter(({ match }) => match === "path");
  const folders = byPath.length > 0 ? byPath : data.folders;
  const [folder] = folders;
  if (folder === undefined) return null;
  if (folders.length > 1) throw new CannotDo(ambiguous(name, "folders", folders));
  return folder;
}

export function getFolder(name: string, data: ListData): ListedFolder {
  const folder = pickFolder(name, data);
  if (folder === null)
    throw new CannotDo(
      `There is no folder ${quote(name)} with pages in the docs. Use the path of an existing folder.`,
    );
  return folder;
}

/** Returns the page or folder with this name. If both a folder and its index page match, returns the folder. */
export function pickPlace(
  name: string,
  data: ListData,
): { readonly page: ListedPage } | { readonly folder: ListedFolder } {
  const pages = bestPages(data);
  const folder = pickFolder(name, data);
  if (folder === null) return { page: pickPage(name, data) };
  const others = pages.filter(({ path }) => !isIndexOf(path, folder.path));
  const [page] = others;
  if (page === undefined) return { folder };
  // “guides/intro.mdx” is a file, even if folders match.
  if (/\.[A-Za-z]+$/u.test(name.trim())) return { page: pickPage(name, data) };
  throw new CannotDo(
    `${quote(name)} could be the page ${code(page.path)} or the folder ${code(`${folder.path}/`)}. Write “the page …” or “the folder …”.`,
  );
}

function isIndexOf(path: string, folder: string): boolean {
  return path.startsWith(`${folder}/`) && /^(?:index|readme)\.[a-z]+$/iu.test(path.slice(folder.length + 1));
}

/** Returns the scope for the tools; undefined for the whole site. */
export function* findScope(scope: InstructionScope): Work<readonly [string] | undefined> {
  if (scope.kind === "site") return undefined;
  return [scopePath(scope, yield* lookUp(scope.name))];
}

export function scopePath(scope: Exclude<InstructionScope, { kind: "site" }>, data: ListData): string {
  if (scope.kind === "page") return pickPage(scope.name, data).path;
  if (scope.kind === "folder") return getFolder(scope.name, data).path;
  const place = pickPlace(scope.name, data);
  return "page" in place ? place.page.path : place.folder.path;
}

/** Describes the scope: “in the docs”, “in `guides/`”. */
export function scopeWords(scope: InstructionScope, paths: readonly [string] | undefined): string {
  if (paths === undefined) return "in the docs";
  return scope.kind === "folder" ? `in ${code(`${paths[0]}/`)}` : `in ${code(paths[0])}`;
}

function noPage(name: string, data: ListData): string {
  const alike = data.pages.map(({ path }) => code(path));
  const hint = alike.length === 0 ? "" : ` Did you mean one of these: ${listed(alike)}?`;
  return `There is no page ${quote(name)} in the docs.${hint}`;
}

function ambiguous(name: string, what: string, found: readonly { readonly path: string }[]): string {
  const paths = found.map(({ path }) => code(path));
  return `${quote(name)} could be any of these ${what}: ${listed(paths)}. Use the path of one of them.`;
}
