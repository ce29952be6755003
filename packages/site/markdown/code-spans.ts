import type { Span } from "../page.ts";

/** The range between the backticks of inline code. */
export function inlineCodeSpan(text: string, start: number, end: number): Span {
  let from = start;
  let to = end;
  while (from < to && text[from] === "`") from++;
  while (to > from && text[to - 1] === "`") to--;
  return { start: from, end: to };
}

/** The lines between the fences of a code block, or all of an indented block. Null for a fence without lines. */
export function codeBlockSpan(text: string, start: number, end: number): Span | null {
  const mark = text[start];
  if (mark !== "`" && mark !== "~") return { start, end };
  const feed = text.indexOf("\n", start);
  if (feed < 0 || feed >= end) return null;
  const lastFeed = text.lastIndexOf("\n", end - 1);
  const isClosed = lastFeed >= feed && /^[ \t>]*(?:`{3,}|~{3,})[ \t]*$/.test(text.slice(lastFeed + 1, end));
  return { start: feed + 1, end: isClosed ? Math.max(feed + 1, lastFeed + 1) : end };
}
