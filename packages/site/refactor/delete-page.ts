import { decode } from "../href.ts";
import type { Redirect } from "../navigation.ts";
import type { InboundLink, Site } from "../site.ts";
import { findDocument, getDocument } from "./documents.ts";
import { createDraft, type Draft } from "./draft.ts";
import { hrefEdit } from "./href-text.ts";
import { bare } from "./move-page.ts";
import { planRedirects, type RedirectPlan } from "./redirect-changes.ts";
import { type DeleteReport, RefactorError, type Refactoring } from "./report.ts";

export interface DeletePage {
  /** A page's path or address, or the path of any other file. */
  readonly page: string;
  /**
   * A page's path or address, or a URL. Links to the deleted page are changed to this target, and the old address
   * redirects to it.
   */
  readonly redirectTo: string | null;
}

/**
 * Deletes a page and its navigation entry. Links and redirects to it are changed to `redirectTo`. Without `redirectTo`,
 * they are left unchanged and reported, since a person or model must decide what to do with them. Throws RefactorError
 * if the page is not found.
 */
export async function deletePage(
  site: Site,
  { page: name, redirectTo }: DeletePage,
): Promise<Refactoring<DeleteReport>> {
  const path = site.hasFile(name) ? name : getDocument(site, name).path;
  const to = redirectTo === null ? null : replacementFor(site, path, redirectTo);
  const draft = createDraft(site);
  draft.remove(path);
  const leftLinks: DeleteReport["leftLinks"][number][] = [];
  for (const inbound of site.inbound(path)) {
    if (site.resolve(inbound.from, inbound.link).kind === "redirect") continue;
    if (to !== null) pointLink(site, draft, inbound, to);
    else {
      leftLinks.push({ path: inbound.from, line: inbound.link.line, href: inbound.link.href });
      noteLink(draft, inbound, path);
    }
  }
  const redirects = configure(site, draft, path, to);
  const { edits, links, configFiles, notes, manual } = draft.finish();
  const report = { deleted: path, leftLinks, links, configFiles, redirects: redirects.done(manual), notes };
  return { edits, report };
}

/** A page on the site, or an address elsewhere. */
type Replacement =
  | { readonly path: string; readonly url: string }
  | { readonly path: null; readonly url: string };

function replacementFor(site: Site, path: string, redirectTo: string): Replacement {
  if (/^https?:\/\//iu.test(redirectTo)) return { path: null, url: redirectTo };
  const [name = "", anchor] = redirectTo.split("#", 2);
  const page = findDocument(site, name);
  if (page === null)
    throw new RefactorError(
      `The redirect target ${redirectTo} was not found. Specify a page's path or address.`,
    );
  if (page.path === path)
    throw new RefactorError(
      `Cannot redirect to ${redirectTo}, because it is the deleted page. Choose another page.`,
    );
  return { path: page.path, url: site.urlOf(page.path) + (anchor === undefined ? "" : `#${anchor}`) };
}

function pointLink(site: Site, draft: Draft, { from, link }: InboundLink, to: Replacement): void {
  const document = site.document(from);
  if (document === null) return;
  const href = to.path === null ? to.url : hrefTo(site, { from, link }, to.path);
  if (href !== link.href) draft.editLink(from, hrefEdit(document, link, href));
}

/** If the new page does not have the anchor, the link goes to the top of that page instead. */
function hrefTo(site: Site, { from, link }: InboundLink, to: string): string {
  const href = site.hrefFor({ from, to, like: link });
  const mark = href.indexOf("#");
  if (mark === -1) return href;
  return site.hasAnchor(to, decode(href.slice(mark + 1))) ? href : href.slice(0, mark);
}

function noteLink(draft: Draft, { from, link }: InboundLink, path: string): void {
  const message = `The link "${link.href}" points to ${path}, which is deleted. Change or remove it.`;
  draft.note({ kind: "link", path: from, line: link.line, message });
}

function noteRedirect(draft: Draft, { from, file, line }: Redirect, path: string): void {
  const message = `The redirect from ${from} points to ${path}, which is deleted. Point it to another page or remove it.`;
  draft.note({ kind: "config", path: file, line, message });
}

function configure(site: Site, draft: Draft, path: string, to: Replacement | null): RedirectPlan {
  const redirects = planRedirects();
  if (!site.pages.has(path)) return redirects;
  for (const known of site.redirects) {
    if (known.pattern || site.pageAt(known.toUrl)?.path !== path) continue;
    if (to === null) noteRedirect(draft, known, path);
    else if (bare(to.url) === bare(known.fromUrl)) redirects.remove(known.fromUrl);
    else redirects.retarget(known.fromUrl, to.url);
  }
  const url = site.urlOf(path);
  if (to !== null && bare(url) !== bare(to.url)) redirects.add(url, to.url);
  draft.configure([{ kind: "remove-page", path }, ...redirects.changes]);
  return redirects;
}
