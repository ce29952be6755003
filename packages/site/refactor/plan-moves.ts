import { posix } from "node:path";
import { limits } from "../limits.ts";
import type { Site } from "../site.ts";
import { findDocument } from "./documents.ts";
import { byCodeUnit } from "./draft.ts";
import { RefactorError } from "./report.ts";

export interface Move {
  readonly from: string;
  readonly to: string;
}

/** The files that move, sorted by path. Throws RefactorError where nothing is there, or something is in the way. */
export function planMoves(site: Site, { from, to }: Move): readonly Move[] {
  const file = findFile(site, from);
  const moves = file === null ? planFolder(site, from, to) : [planFile(site, file, to)];
  if (moves.length > limits.movedFilesMax) {
    throw new RefactorError(
      `${from} holds ${moves.length} files; at most ${limits.movedFilesMax} can be moved at once. Move its folders one by one.`,
    );
  }
  refuseOccupied(site, moves);
  return moves;
}

function findFile(site: Site, name: string): string | null {
  const path = cleanPath(name);
  if (site.hasFile(path)) return path;
  const inRoot = posix.join(site.root, path);
  if (site.hasFile(inRoot)) return inRoot;
  // A folder's name is also the address of its index page; a slash at the end, or a folder of that name, means it.
  if (findFolder(site, name) !== null) return null;
  return findDocument(site, name)?.path ?? null;
}

function planFile(site: Site, from: string, to: string): Move {
  const isPage = site.document(from) !== null;
  const target = isPage && site.pages.has(from) ? inDocsFolder(site, to) : cleanPath(to);
  if (to.endsWith("/") || target === "") return { from, to: posix.join(target, posix.basename(from)) };
  if (!isPage) return { from, to: target };
  const suffix = posix.extname(from);
  if (/\.(?:mdx?|markdown)$/iu.test(target)) return { from, to: target };
  const named = target + suffix;
  if (!site.hasFile(named) && isFolder(site, target)) {
    throw new RefactorError(
      `${target} is a folder. Give ${target}/ to move the page into it, or ${named} to put it beside it.`,
    );
  }
  return { from, to: named };
}

function planFolder(site: Site, from: string, to: string): Move[] {
  const folder = findFolder(site, from);
  if (folder === null)
    throw new RefactorError(`There is no page, file or folder ${from}. List the pages to find it.`);
  const target = isWithin(folder, site.root) ? inDocsFolder(site, to) : cleanPath(to);
  const newFolder = to.endsWith("/") ? posix.join(target, posix.basename(folder)) : target;
  if (newFolder === folder) throw new RefactorError(`${folder} is there already: nothing would move.`);
  if (/\.(?:mdx?|markdown)$/iu.test(newFolder)) {
    throw new RefactorError(
      `${folder} is a folder, so ${newFolder} cannot be its new name. Leave the suffix out.`,
    );
  }
  if (isFolder(site, newFolder)) {
    throw new RefactorError(
      `${newFolder} exists. Give ${newFolder}/ to move ${folder} into it, or another name; to join the two, move the pages one by one.`,
    );
  }
  return site.files
    .filter((path) => path.startsWith(`${folder}/`))
    .map((path) => ({ from: path, to: newFolder + path.slice(folder.length) }));
}

function findFolder(site: Site, name: string): string | null {
  const path = cleanPath(name);
  const candidates = [path, posix.join(site.root, path)];
  return candidates.find((candidate) => candidate !== "" && isFolder(site, candidate)) ?? null;
}

function isFolder(site: Site, path: string): boolean {
  // The files are sorted, but few enough that a scan costs less than it would to keep a set of folders.
  return site.files.some((file) => file.startsWith(`${path}/`));
}

function isWithin(path: string, root: string): boolean {
  return root === "" || path === root || path.startsWith(`${root}/`);
}

/** A page has to stay in the docs folder: a target outside of it is meant from there. */
export function inDocsFolder(site: Site, to: string): string {
  const path = cleanPath(to);
  return isWithin(path, site.root) ? path : posix.join(site.root, path);
}

/** Without slashes at either end. What else a path must not be, the workspace says when it is written. */
export function cleanPath(path: string): string {
  return path.replace(/^(?:\.?\/)+/u, "").replace(/\/+$/u, "");
}

function refuseOccupied(site: Site, moves: readonly Move[]): void {
  const leaving = new Set(moves.map(({ from }) => from));
  const staying = new Map<string, string>();
  for (const path of site.files) if (!leaving.has(path)) staying.set(path.toLowerCase(), path);
  for (const { from, to } of moves) {
    if (from === to) throw new RefactorError(`${from} is there already: nothing would move.`);
    const other = staying.get(to.toLowerCase());
    if (other !== undefined) {
      const differs = other === to ? "" : " (they differ only in letter case)";
      throw new RefactorError(
        `${to} is taken by ${other}${differs}. Choose another path, or move that file first.`,
      );
    }
  }
  refuseOccupiedAddress(site, moves, leaving);
}

/** setup.md and setup/index.md are two files with one address. */
function refuseOccupiedAddress(site: Site, moves: readonly Move[], leaving: ReadonlySet<string>): void {
  for (const { from, to } of [...moves].sort((a, b) => byCodeUnit(a.to, b.to))) {
    const page = site.pages.get(from);
    if (page === undefined) continue;
    const url = site.urlOf(to, page);
    const other = site.pageAt(url);
    if (other !== null && !leaving.has(other.path)) {
      throw new RefactorError(
        `The address ${url} is taken by ${other.path}. Choose another path, or move that page first.`,
      );
    }
  }
}
