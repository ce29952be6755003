import type { Dialect } from "./dialect.ts";

/**
 * Adds the ranges of a text node that readers see as words, without template tags (`{{ … }}`, `{% … %}`) and the
 * markers of blocks (`:::note`, `!!! warning`).
 */
export function wordsOf(text: string, start: number, end: number, dialect: Dialect, into: number[]): void {
  let at = dialect.blockMarks.length === 0 ? start : afterBlockMark(text, start, end, dialect);
  const words = text.slice(at, end);
  let from = 0;
  for (let open = nextTemplate(words, 0); open >= 0; ) {
    if (open > from) into.push(at + from, at + open);
    const close = words.indexOf(words[open + 1] === "{" ? "}}" : "%}", open + 2);
    from = close < 0 ? words.length : close + 2;
    open = nextTemplate(words, from);
  }
  at += from;
  if (at < end) into.push(at, end);
}

/**
 * Skips `:::note` and similar markers at the start of a line. Markers of indented blocks were disguised as list
 * markers, so they may be before the text node rather than in it.
 */
function afterBlockMark(text: string, start: number, end: number, dialect: Dialect): number {
  // A marker can be at most this far before `start`. The search is limited because lines may be megabytes long.
  const near = text.slice(Math.max(0, start - indentCharsMax), start);
  const feed = near.lastIndexOf("\n");
  if (feed < 0 && near.length === indentCharsMax) return start;
  let lineStart = start - near.length + feed + 1;
  while (lineStart < start && text[lineStart] === " ") lineStart++;
  const mark = dialect.blockMarks.find((mark) => text.startsWith(mark, lineStart));
  if (mark === undefined || start - lineStart > mark.length + 2) return start;
  let at = Math.max(start, lineStart + mark.length);
  while (at < end && (text[at] === "+" || text[at] === "!" || text[at] === " ")) at++;
  while (at < end && isMarkPart(text.charCodeAt(at))) at++;
  return at;
}

const indentCharsMax = 200;

function nextTemplate(words: string, at: number): number {
  for (let open = words.indexOf("{", at); open >= 0; open = words.indexOf("{", open + 1)) {
    const next = words[open + 1];
    if (next === "{" || next === "%") return open;
  }
  return -1;
}

function isMarkPart(code: number): boolean {
  return code > 0x20 && code !== 0x5b && code !== 0x0a && code !== 0x22;
}
