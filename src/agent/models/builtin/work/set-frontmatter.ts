import type { SetFrontmatter } from "#instructions";
import { limits } from "../../../../limits.ts";
import { findScope } from "./names.ts";
import { noteLines, scopeFacts } from "./notes.ts";
import { bounded, code, counted, quote } from "./words.ts";
import { call, type Outcome, type Work } from "./work.ts";

export function* setFrontmatter({ key, value, onlyMissing, scope }: SetFrontmatter): Work<Outcome> {
  if (value.kind === "literal" && typeof value.literal === "string") {
    bounded(value.literal, { max: limits.tools.valueCharsMax, what: "A value" });
  }
  const within = yield* findScope(scope);
  const report = yield* call("set_frontmatter", {
    key: bounded(key, { max: limits.tools.keyCharsMax, what: "A frontmatter key" }),
    onlyMissing,
    ...(value.kind === "literal" ? { value: value.literal } : { fromFirstParagraph: true }),
    ...within.input,
  });
  const where = within.words;
  const isFirstParagraph = value.kind === "firstParagraph";
  const title = onlyMissing
    ? `Fill in missing ${key === "description" ? "descriptions" : key}`
    : `Set ${key}${within.input.in === undefined ? "" : ` of ${within.input.in.join(", ")}`}`;
  const notes = noteLines(report.notes);
  const facts = [...within.notes, ...scopeFacts(report.notes)];
  if (report.set.length === 0) {
    const none = onlyMissing
      ? notes.length === 0
        ? `Every page ${where} has a ${code(key)}.`
        : `No missing ${code(key)} could be added ${where}.`
      : report.unchanged === 0 && notes.length > 0
        ? `${code(key)} was not set ${where}.`
        : `${code(key)} already has this value ${where}.`;
    return { changed: false, title, summary: none, facts, notes };
  }
  const what = isFirstParagraph ? `from the page's first paragraph` : `to ${quote(String(value.literal))}`;
  const kept = report.unchanged === 0 ? "" : ` ${counted(report.unchanged, "page")} stayed unchanged.`;
  const summary = `Set ${code(key)} ${what} on ${counted(report.set.length, "page")} ${where}.${kept}`;
  return { changed: true, title, summary, facts, notes };
}
