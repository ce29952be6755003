import type { Dialect } from "./dialect.ts";

/**
 * Adds the ranges of a text node that are words for a reader: template tags (`{{ … }}`, `{% … %}`) and the mark and
 * kind of a block (`:::note`, `!!! warning`) are left out.
 */
export function wordsOf(text: string, start: number, end: number, dialect: Dialect, into: number[]): void {
  let at = dialect.blockMarks.length === 0 ? start : afterBlockMark(text, start, end, dialect);
  while (at < end) {
    const open = nextTemplate(text, at, end);
    if (open < 0) break;
    const close = text.indexOf(text[open + 1] === "{" ? "}}" : "%}", open + 2);
    if (open > at) into.push(at, open);
    at = close < 0 || close + 2 > end ? end : close + 2;
  }
  if (at < end) into.push(at, end);
}

/**
 * Past `:::note` and the like at the start of a line. The indented kind was disguised as a list, so its mark may
 * stand before the text node rather than in it.
 */
function afterBlockMark(text: string, start: number, end: number, dialect: Dialect): number {
  let lineStart = text.lastIndexOf("\n", start - 1) + 1;
  while (lineStart < start && text[lineStart] === " ") lineStart++;
  const mark = dialect.blockMarks.find((mark) => text.startsWith(mark, lineStart));
  if (mark === undefined || start - lineStart > mark.length + 2) return start;
  let at = Math.max(start, lineStart + mark.length);
  while (at < end && (text[at] === "+" || text[at] === "!" || text[at] === " ")) at++;
  while (at < end && isMarkPart(text.charCodeAt(at))) at++;
  return at;
}

function nextTemplate(text: string, at: number, end: number): number {
  for (let open = text.indexOf("{", at); open >= 0 && open < end - 1; open = text.indexOf("{", open + 1)) {
    const next = text[open + 1];
    if (next === "{" || next === "%") return open;
  }
  return -1;
}

function isMarkPart(code: number): boolean {
  return code > 0x20 && code !== 0x5b && code !== 0x0a && code !== 0x22;
}
