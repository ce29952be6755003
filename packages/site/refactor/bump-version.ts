import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { carryAnchors } from "./anchors.ts";
import { type DocumentScope, documentsIn, isEditable, unreadNote } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { type BumpVersionReport, type Note, RefactorError, type Refactoring } from "./report.ts";
import { createOverlapTest } from "./spans.ts";
import { findVersions, versionEdits, withoutV } from "./version.ts";

export interface BumpVersion {
  /** Null: the only version that the docs name, of `product` if one is given. */
  readonly from: string | null;
  readonly to: string;
  readonly product: string | null;
  readonly scope: DocumentScope;
}

/**
 * Changes a version wherever it stands as a token, code included, since install commands carry versions. Links
 * between pages stay, and so do changelogs unless the scope names them: what they say of the past stays true.
 * Throws RefactorError where `from` is left out and the docs name more than one version, or none.
 */
export async function bumpVersion(site: Site, args: BumpVersion): Promise<Refactoring<BumpVersionReport>> {
  const inScope = documentsIn(site, args.scope);
  const documents = inScope.filter(isEditable);
  const named = new Set(args.scope ?? []);
  const pages = documents.filter(({ path }) => !isHistory(path) || named.has(path));
  const from = args.from ?? onlyVersion(pages, args);
  const draft = createDraft(site);
  const changed: { path: string; count: number }[] = [];
  for (const page of pages) {
    const edits = versionEdits(page.text, { from, to: args.to, product: args.product });
    const fixed = edits.length === 0 ? [] : internalLinks(site, page);
    const isFixed = createOverlapTest(fixed);
    const kept = edits.filter((edit) => !isFixed(edit));
    if (kept.length === 0) continue;
    for (const edit of kept) draft.edit(page.path, edit);
    changed.push({ path: page.path, count: kept.length });
  }
  carryAnchors(
    site,
    draft,
    changed.map(({ path }) => path),
  );
  for (const page of inScope) if (!isEditable(page)) draft.note(unreadNote(page));
  for (const note of historyNotes(documents, pages, from, args)) draft.note(note);
  const { edits, notes } = draft.finish();
  const count = changed.reduce((sum, page) => sum + page.count, 0);
  return { edits, report: { from: withoutV(from), to: withoutV(args.to), pages: changed, count, notes } };
}

/** Pages that tell what was: their versions do not move with the product. */
function isHistory(path: string): boolean {
  return /(?:^|[/_-])(?:change-?logs?|release-?notes?|releases|history|whats-?new)(?:[/._-]|$)/iu.test(path);
}

/** Links that lead to a page or file of this site: the version in them is part of a name. */
function internalLinks(site: Site, page: Page) {
  return page.links.filter((link) => {
    const { kind } = site.resolve(page.path, link);
    return kind !== "external" && kind !== "dynamic" && kind !== "missing";
  });
}

function onlyVersion(pages: readonly Page[], { to, product }: BumpVersion): string {
  const counts = new Map<string, number>();
  for (const page of pages) {
    for (const version of findVersions(page.text, product)) {
      if (version !== withoutV(to)) counts.set(version, (counts.get(version) ?? 0) + 1);
    }
  }
  const [only] = counts.keys();
  if (counts.size === 1 && only !== undefined) return only;
  const of = product === null ? "" : ` of ${product}`;
  if (only === undefined) {
    throw new RefactorError(`The docs name no version${of} that could become ${to}. Say which one is meant.`);
  }
  const most = [...counts].sort((a, b) => b[1] - a[1]).slice(0, 10);
  const list = most
    .map(([version, count]) => `${version} (${count} ${count === 1 ? "place" : "places"})`)
    .join(", ");
  throw new RefactorError(`The docs name more than one version${of}: ${list}. Say which one becomes ${to}.`);
}

function historyNotes(
  documents: readonly Page[],
  pages: readonly Page[],
  from: string,
  { to, product }: BumpVersion,
): Note[] {
  const changed = new Set(pages);
  return documents
    .filter((page) => !changed.has(page) && versionEdits(page.text, { from, to, product }).length > 0)
    .map((page) => {
      const message = `names ${withoutV(from)} and was left alone, since it tells what was. Name the page to change it too.`;
      return { kind: "term", path: page.path, line: null, message } as const;
    });
}
