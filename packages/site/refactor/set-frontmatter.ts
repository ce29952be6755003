import { isDeepStrictEqual } from "node:util";
import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { type DocumentScope, documentsIn, isEditable, leftOutNotes } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { describePage } from "./first-paragraph.ts";
import { keyPath, setFrontmatterValue } from "./frontmatter-value.ts";
import type { FrontmatterValue, Refactoring, SetFrontmatterReport } from "./report.ts";

/** Stands for the first paragraph of each page. */
export const firstParagraph = Symbol("first paragraph");

export interface SetFrontmatter {
  readonly key: string;
  /** A fixed value for every page, or each page's own first paragraph. */
  readonly value: FrontmatterValue | typeof firstParagraph;
  /** Whether to skip pages that have a nonempty value. */
  readonly onlyMissing: boolean;
  readonly scope: DocumentScope;
}

/** Adds or replaces one frontmatter key, such as `title` or `sidebar.order`, in every page in the scope. Snippets have no frontmatter. */
export async function setFrontmatter(
  site: Site,
  args: SetFrontmatter,
): Promise<Refactoring<SetFrontmatterReport>> {
  const draft = createDraft(site);
  const set: { path: string; value: FrontmatterValue }[] = [];
  let unchanged = 0;
  for (const page of documentsIn(site, args.scope)) {
    if (!site.pages.has(page.path)) continue;
    const old = currentValue(page, args.key);
    if (args.onlyMissing && old !== undefined && old !== null && old !== "") {
      unchanged++;
      continue;
    }
    const described = args.value === firstParagraph ? describe(page) : null;
    if (typeof described === "object" && described !== null) {
      draft.note({ kind: "unreadable", path: page.path, line: null, message: described.reason });
      continue;
    }
    const value = args.value === firstParagraph ? (described ?? "") : args.value;
    if (isDeepStrictEqual(old, value)) {
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
  for (const note of leftOutNotes(site, args.scope)) draft.note(note);
  const { edits, notes } = draft.finish();
  return { edits, report: { set, unchanged, notes } };
}

function currentValue({ frontmatter }: Page, key: string): unknown {
  if (frontmatter === null || frontmatter.data.has(key)) return frontmatter?.data.get(key);
  const [first = "", ...rest] = keyPath(key, null);
  return rest.reduce<unknown>(
    (value, name) => (value as Record<string, unknown> | null | undefined)?.[name],
    frontmatter.data.get(first),
  );
}

function describe(page: Page): string | { readonly reason: string } {
  if (page.problem !== null) return { reason: "The page cannot be parsed, so no description was added." };
  return describePage(page) ?? { reason: "The page has no paragraph of text to use as its description." };
}
