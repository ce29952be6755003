import type { Span } from "../page.ts";
import { blank } from "./template-parts.ts";

interface Code extends Span {
  readonly kind: "fenced" | "indented" | "inline";
}

/**
 * Returns the code that may be text on sites whose Markdown supports footnotes, math or bare links, because such a
 * construct can contain a backtick or a fence that seems to open code. Only constructs that begin outside of code
 * count. `code` must be sorted by position. Takes linear time.
 */
export function doubtfulCode<Kind extends Code>(text: string, code: readonly Kind[]): Set<Kind> {
  if (!/\$|\[\^|www\.|:\/\//iu.test(text)) return new Set();
  const visible = blank(text, code);
  const end = Math.min(firstFootnote(visible), firstOpenMath(visible, code));
  const doubtful = new Set(code.filter((span) => span.start >= end));
  let next = 0;
  for (const { 0: block, index: start } of visible.matchAll(/(?:^[ \t>]*[^\s>].*\n?)+/gmu)) {
    const inBlock: Kind[] = [];
    for (; (code[next]?.start ?? Number.POSITIVE_INFINITY) < start + block.length; next++) {
      const span = code[next];
      if (span?.kind === "inline" && span.start >= start) inBlock.push(span);
    }
    const from = Math.min(
      firstLink(text, visible, { start, end: start + block.length }),
      firstMath(text, visible, start, inBlock),
    );
    for (const span of inBlock) if (span.start >= from) doubtful.add(span);
  }
  return doubtful;
}

/** A footnote contains the indented lines below it. In CommonMark, a footnote is a paragraph or a definition. */
function firstFootnote(visible: string): number {
  const at = visible.search(/^(?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*\[\^[^\n]*\]:/mu);
  return at < 0 ? Number.POSITIVE_INFINITY : at;
}

/**
 * The first piece of code in a block between `$$` lines. If it is unclear where the block ends, the first piece of code
 * after its first line.
 */
function firstOpenMath(visible: string, code: readonly Code[]): number {
  const lines = [...mathLines(visible)];
  let open: string | null = null;
  let next = 0;
  for (const [i, { index, prefix, marks, rest }] of lines.entries()) {
    while ((code[next]?.start ?? Number.POSITIVE_INFINITY) < index) next++;
    const first = code[next]?.start ?? Number.POSITIVE_INFINITY;
    // A list item or quote can end the block.
    if (prefix !== "" || (open !== null && rest === "" && marks !== open)) return first;
    if (open === null) open = marks;
    else if (rest === "") open = null;
    if (open !== null && first < (lines[i + 1]?.index ?? Number.POSITIVE_INFINITY)) return first;
  }
  return Number.POSITIVE_INFINITY;
}

interface MathLine {
  readonly index: number;
  readonly prefix: string;
  readonly marks: string;
  readonly rest: string;
}

/** The lines that open or close a block of math. No other `$` follows the delimiter on the same line. */
function* mathLines(visible: string): Generator<MathLine> {
  const line = /^((?:[ \t>]|[-*+][ \t]|\d+[.)][ \t])*)(\${2,})([^$\n]*)$/gmu;
  for (const { index, 1: prefix = "", 2: marks = "", 3: rest = "" } of visible.matchAll(line))
    yield { index, prefix, marks, rest: rest.trim() };
}

/** A bare link extends to the next space. */
function firstLink(text: string, visible: string, { start, end }: Span): number {
  for (const { 0: run, index } of text.slice(start, end).matchAll(/[^\s<]+/gu)) {
    const last = run.lastIndexOf("`");
    if (last < 0) continue;
    for (const { index: at } of run.slice(0, last).matchAll(/www\.|https?:\/\//giu))
      if (visible[start + index + at] !== " ") return start + index + at;
  }
  return Number.POSITIVE_INFINITY;
}

/** The first piece of code that may contain the end of math that begins before this code. */
function firstMath(text: string, visible: string, from: number, code: readonly Code[]): number {
  const last = code.at(-1);
  if (last === undefined) return Number.POSITIVE_INFINITY;
  const open = visible.slice(from, last.end).indexOf("$");
  if (open < 0) return Number.POSITIVE_INFINITY;
  const found = code.find(({ start, end }) => start > from + open && text.slice(start, end).includes("$"));
  return found?.start ?? Number.POSITIVE_INFINITY;
}
