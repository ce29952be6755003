import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { type DocumentScope, documentsIn, isEditable } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { describePage } from "./first-paragraph.ts";
import { setFrontmatterValue } from "./frontmatter-value.ts";
import type { FrontmatterScalar, Refactoring, SetFrontmatterReport } from "./report.ts";

export interface SetFrontmatter {
  readonly key: string;
  /** The same for every page, or drawn from each page's own first paragraph. */
  readonly value: FrontmatterScalar | { readonly from: "first-paragraph" };
  /** Leave pages alone that have a value, an empty one not counted. */
  readonly onlyMissing: boolean;
  readonly scope: DocumentScope;
}

/** Adds or replaces one key at the top of the frontmatter of every page in the scope. Snippets have none. */
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
      const message = "was left alone: its frontmatter cannot be edited safely. Edit these lines by hand.";
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
  if (page.problem !== null) return { reason: "cannot be read, so no description was drawn from it." };
  return describePage(page) ?? { reason: "has no paragraph of text to draw a description from." };
}
