import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { type DocumentScope, documentsIn, isEditable } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { describePage } from "./first-paragraph.ts";
import { setFrontmatterValue } from "./frontmatter-value.ts";
import type { FrontmatterScalar, Refactoring, SetFrontmatterReport } from "./report.ts";

export interface SetFrontmatter {
  readonly key: string;
  /** A fixed value for every page, or each page's own first paragraph. */
  readonly value: FrontmatterScalar | { readonly from: "first-paragraph" };
  /** Whether to skip pages that have a nonempty value. */
  readonly onlyMissing: boolean;
  readonly scope: DocumentScope;
}

/** Adds or replaces one top-level frontmatter key in every page in the scope. Snippets have no frontmatter. */
export async function setFrontmatter(
  site: Site,
  args: SetFrontmatter,
): Promise<Refactoring<SetFrontmatterReport>> {
  const draft = createDraft(site);
  const set: { path: string; value: FrontmatterScalar }[] = [];
  let unchanged = 0;
  for (const page of documentsIn(site, args.scope)) {
    if (!site.pages.has(page.path)) continue;
    const old = page.frontmatter?.data.get(args.key);
    if (args.onlyMissing && old !== undefined && old !== null && old !== "") {
      unchanged++;
      continue;
    }
    const value = typeof args.value === "object" ? describe(page) : args.value;
    if (typeof value === "object") {
      draft.note({ kind: "unreadable", path: page.path, line: null, message: value.reason });
      continue;
    }
    if (old === value) {
      unchanged++;
      continue;
    }
    const text = isEditable(page) ? setFrontmatterValue(page, args.key, value) : null;
    if (text === null) {
      const message =
        "The frontmatter cannot be edited safely, so the page was left unchanged. Edit it by hand.";
      draft.note({
        kind: "unreadable",
        path: page.path,
        line: page.frontmatter === null ? null : 1,
        message,
      });
      continue;
    }
    draft.setText(page.path, text);
    set.push({ path: page.path, value });
  }
  const { edits, notes } = draft.finish();
  return { edits, report: { set, unchanged, notes } };
}

function describe(page: Page): string | { readonly reason: string } {
  if (page.problem !== null) return { reason: "The page cannot be parsed, so it got no description." };
  return describePage(page) ?? { reason: "The page has no paragraph of text to use as its description." };
}
