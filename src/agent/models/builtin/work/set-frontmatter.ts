import { limits } from "../../../../limits.ts";
import type { SetFrontmatter } from "../instruction.ts";
import { findScope, scopeWords } from "./names.ts";
import { noteLines } from "./notes.ts";
import { bounded, code, counted, quote } from "./words.ts";
import { call, type Outcome, type Work } from "./work.ts";

export function* setFrontmatter({ key, value, onlyMissing, scope }: SetFrontmatter): Work<Outcome> {
  if (value.kind === "literal" && typeof value.literal === "string") {
    bounded(value.literal, { max: limits.tools.valueCharsMax, what: "A value" });
  }
  const paths = yield* findScope(scope);
  const report = yield* call("set_frontmatter", {
    key: bounded(key, { max: limits.tools.keyCharsMax, what: "A frontmatter key" }),
    onlyMissing,
    ...(value.kind === "literal" ? { value: value.literal } : { fromFirstParagraph: true }),
    ...(paths === undefined ? {} : { in: [...paths] }),
  });
  const where = scopeWords(scope, paths);
  const isFirstParagraph = value.kind === "firstParagraph";
  const title = onlyMissing
    ? `Fill in missing ${key === "description" ? "descriptions" : key}`
    : `Set ${key}${paths === undefined ? "" : ` of ${paths[0]}`}`;
  const notes = noteLines(report.notes);
  if (report.set.length === 0) {
    const none = onlyMissing
      ? `No missing ${code(key)} could be added ${where}.`
      : `${code(key)} already has this value ${where}.`;
    return { changed: false, title, summary: none, notes };
  }
  const what = isFirstParagraph ? `from the page's first paragraph` : `to ${quote(String(value.literal))}`;
  const kept = report.unchanged === 0 ? "" : ` ${counted(report.unchanged, "page")} stayed unchanged.`;
  const summary = `Set ${code(key)} ${what} on ${counted(report.set.length, "page")} ${where}.${kept}`;
  return { changed: true, title, summary, notes };
}
