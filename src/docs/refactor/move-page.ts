import { posix } from "node:path";
import type { ConfigChange, Redirect } from "../navigation.ts";
import type { Link, Page } from "../page.ts";
import type { Site, Target } from "../site.ts";
import type { SiteSource } from "../source.ts";
import { createDraft, type Draft } from "./draft.ts";
import { hrefEdit } from "./href-text.ts";
import { type Move, planMoves } from "./plan-moves.ts";
import { type MoveReport, type RedirectChange, RefactorError, type Refactoring } from "./report.ts";

export interface MovePage {
  /** A page's path or address, a folder, or any other file. */
  readonly from: string;
  /** The new path; without a suffix a page keeps its own, with a slash at its end it is the folder that receives. */
  readonly to: string;
  /** Let the old addresses lead to the new ones, where the framework can. */
  readonly redirect: boolean;
  readonly read: SiteSource["read"];
}

/**
 * Moves or renames a page, or a folder with all that lies in it. Navigation, links in both directions, images,
 * imports and redirects come along; a link that still leads to the same place keeps its bytes. Throws RefactorError
 * where there is nothing to move or something in the way.
 */
export async function movePage(site: Site, move: MovePage): Promise<Refactoring<MoveReport>> {
  const moves = planMoves(site, move);
  const draft = createDraft(site);
  const newPaths = new Map(moves.map(({ from, to }) => [from, to]));
  for (const { from, to } of moves) draft.move(from, to);
  pointOwnLinks(site, draft, newPaths);
  pointInboundLinks(site, draft, newPaths);
  const redirects = configure(site, draft, moves, move.redirect);
  const bytes = await readAll(moves, move.read);
  const { edits, links, configFiles, notes } = draft.finish(bytes);
  return { edits, report: { moved: moves, links, configFiles, redirects, notes } };
}

function pointOwnLinks(site: Site, draft: Draft, newPaths: ReadonlyMap<string, string>): void {
  for (const [path, newPath] of newPaths) {
    const page = site.document(path);
    if (page === null) continue;
    for (const link of page.links) {
      if (link.dynamic || /^(?:#|$)/u.test(link.href)) continue;
      const target = final(site.resolve(path, link));
      const file = fileOf(target);
      if (file === null) continue;
      const newFile = newPaths.get(file) ?? file;
      if (newFile === file && isSame(final(site.resolve(newPath, link)), target)) continue;
      pointLink(site, draft, { page, link, from: newPath, to: newFile, toPath: file });
    }
  }
}

function pointInboundLinks(site: Site, draft: Draft, newPaths: ReadonlyMap<string, string>): void {
  for (const [path, newPath] of newPaths) {
    for (const { from, link } of site.inbound(path)) {
      const page = site.document(from);
      if (newPaths.has(from) || page === null || link.dynamic) continue;
      if (site.resolve(from, link).kind === "redirect") continue;
      pointLink(site, draft, { page, link, from, to: newPath, toPath: path });
    }
  }
}

function pointLink(
  site: Site,
  draft: Draft,
  o: { page: Page; link: Link; from: string; to: string; toPath: string },
): void {
  const toPage = site.document(o.toPath);
  const href = site.hrefFor({
    from: o.from,
    to: o.to,
    like: o.link,
    likeFrom: o.page.path,
    ...(toPage === null ? {} : { toPage }),
  });
  if (href !== o.link.href) draft.editLink(o.page.path, hrefEdit(o.page, o.link, href));
}

/** What a redirect leads to in the end. */
function final(target: Target): Target {
  return target.kind === "redirect" ? final(target.target) : target;
}

function fileOf(target: Target): string | null {
  return target.kind === "page" || target.kind === "asset" || target.kind === "missing" ? target.path : null;
}

function isSame(a: Target, b: Target): boolean {
  return a.kind === b.kind && fileOf(a) === fileOf(b);
}

function configure(site: Site, draft: Draft, moves: readonly Move[], redirect: boolean): RedirectChange[] {
  const changes: ConfigChange[] = [];
  const redirects: RedirectChange[] = [];
  const pages = moves.filter(({ from }) => site.pages.has(from));
  const newUrls = new Map(pages.map(({ from, to }) => [from, site.urlOf(to, site.pages.get(from))]));
  const taken = new Set([...newUrls.values()].map(bare));
  for (const { from, to } of moves) changes.push({ kind: "rename-page", from, to });
  for (const known of site.redirects) {
    const target = known.pattern ? null : site.pageAt(known.toUrl);
    const newUrl = target === null ? undefined : newUrls.get(target.path);
    if (taken.has(bare(known.fromUrl))) {
      // It would lead away from the page that now lives there.
      changes.push({ kind: "remove-redirect", from: known.fromUrl });
      redirects.push({ from: known.fromUrl, to: null, change: "removed" });
    } else if (newUrl !== undefined && bare(newUrl) !== bare(known.toUrl)) {
      const to = newUrl + suffixOf(known.toUrl);
      changes.push({ kind: "retarget-redirect", from: known.fromUrl, to });
      redirects.push({ from: known.fromUrl, to, change: "retargeted" });
    }
    if (known.pattern) notePattern(draft, known, [...newUrls.values()]);
  }
  if (redirect) {
    for (const [path, newUrl] of newUrls) {
      const oldUrl = site.urlOf(path);
      if (bare(oldUrl) === bare(newUrl) || taken.has(bare(oldUrl))) continue;
      changes.push({ kind: "add-redirect", from: oldUrl, to: newUrl });
      redirects.push({ from: oldUrl, to: newUrl, change: "added" });
    }
  }
  draft.configure(changes);
  return redirects;
}

/** A pattern such as /old/* that matches a new address would hide the page; what to do about it is a person's choice. */
function notePattern(draft: Draft, redirect: Redirect, newUrls: readonly string[]): void {
  const prefix = redirect.fromUrl.split(/[*:(]/u, 1)[0] ?? "";
  const hidden = prefix.length > 1 ? newUrls.find((url) => url.startsWith(prefix)) : undefined;
  if (hidden === undefined) return;
  const message = `The redirect ${redirect.from} may hide the page that is now at ${hidden}: look at it.`;
  draft.note({ kind: "config", path: redirect.file, line: redirect.line, message });
}

/** An address without query, fragment and final slash. */
export function bare(url: string): string {
  return url.replace(/[?#].*$/su, "").replace(/(?<=.)\/+$/u, "");
}

function suffixOf(url: string): string {
  return /[?#].*$/su.exec(url)?.[0] ?? "";
}

async function readAll(
  moves: readonly Move[],
  read: SiteSource["read"],
): Promise<ReadonlyMap<string, Uint8Array>> {
  const bytes = await read(moves.map(({ from }) => from));
  const missing = moves.find(({ from }) => !bytes.has(from));
  if (missing !== undefined) {
    throw new RefactorError(
      `${posix.basename(missing.from)} is too large to be moved here: move ${missing.from} by hand, then try the rest.`,
    );
  }
  return bytes;
}
