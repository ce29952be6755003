import type { FrontmatterValue, SetFrontmatter } from "#instructions";
import { limits } from "../../../../limits.ts";
import { findScope } from "./names.ts";
import { noteLines, scopeFacts } from "./notes.ts";
import { bounded, code, counted, listed, quote } from "./words.ts";
import { call, type Outcome, type Work } from "./work.ts";

export function* setFrontmatter({ key, value, onlyMissing, scope }: SetFrontmatter): Work<Outcome> {
  if (value.kind === "literal" && typeof value.literal === "string") {
    bounded(value.literal, { max: limits.tools.valueCharsMax, what: "A value" });
  }
  const within = yield* findScope(scope);
  const report = yield* call("set_frontmatter", {
    key: bounded(key, { max: limits.tools.keyCharsMax, what: "A frontmatter key" }),
    onlyMissing,
    ...(value.kind === "literal" ? { value: literalOf(value.literal) } : { fromFirstParagraph: true }),
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
  const what = isFirstParagraph ? `from the page's first paragraph` : `to ${shown(value.literal)}`;
  const kept = report.unchanged === 0 ? "" : ` ${counted(report.unchanged, "page")} stayed unchanged.`;
  if (key === "title" && value.kind === "literal")
    facts.push(...(yield* keptHeading(report.set, value.literal)));
  const summary = `Set ${code(key)} ${what} on ${counted(report.set.length, "page")} ${where}.${kept}`;
  return { changed: true, title, summary, facts, notes };
}

/** Reports the heading at the top of a page, which a new title does not change. */
function* keptHeading(set: readonly { readonly path: string }[], title: Literal): Work<string[]> {
  const [only] = set;
  if (only === undefined || set.length > 1) return [];
  const { pages } = yield* call("outline", { in: [only.path], limit: 1 });
  const top = pages[0]?.headings.find(({ depth }) => depth === 1);
  if (top === undefined || top.text === title) return [];
  return [`The heading ${quote(top.text)} on the page was left unchanged.`];
}

type Literal = Extract<FrontmatterValue, { kind: "literal" }>["literal"];

function literalOf(literal: Literal) {
  return typeof literal === "object" ? [...literal] : literal;
}

function shown(literal: Literal): string {
  return typeof literal === "object"
    ? listed(literal.map((item) => quote(String(item))))
    : quote(String(literal));
}
