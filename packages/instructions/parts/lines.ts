/** A line of a page, read without a grammar: enough to find tables, lists and callouts. */
export interface Line {
  /** From 1. */
  readonly number: number;
  /** Without its line ending. */
  readonly text: string;
  /** In the frontmatter, in a comment, or in fenced code. A fence after the mark of a list item is not. */
  readonly hidden: boolean;
  /** The heading above the line, without its hash marks; empty if there is none. */
  readonly heading: string;
}

/**
 * The start or end of fenced code: its indentation, the mark of a list item that it is in, and its own mark. A line with
 * more backticks is inline code.
 */
export const fenceStart = /^([\s>]*)((?:(?:[-*+]|\d{1,9}[.)])[ \t]+)*)(`{3,}(?=[^`]*$)|~{3,})/u;

export function linesOf(text: string): readonly Line[] {
  const lines: Line[] = [];
  let fence: string | null = null;
  let comment: string | null = null;
  let frontmatter = false;
  let heading = "";
  const all = text.replace(/\r?\n$/u, "").split(/\r?\n/u);
  for (const [index, raw] of all.entries()) {
    const line = index === 0 ? raw.replace(/^\ufeff/u, "") : raw;
    const [, , marker = "", mark = null] = fenceStart.exec(line) ?? [];
    let hidden = fence !== null || comment !== null || frontmatter;
    if (frontmatter) frontmatter = line.trimEnd() !== "---";
    else if (index === 0 && line.trimEnd() === "---") hidden = frontmatter = true;
    else if (comment !== null) {
      if (line.includes(comment)) comment = null;
    } else if (fence !== null) {
      if (mark?.startsWith(fence) === true && line.trim().replace(/^[\s>]*/u, "") === mark) fence = null;
    } else if (mark !== null) {
      hidden = marker === "";
      fence = mark;
    } else {
      const title = /^ {0,3}#{1,6}\s+(\S.*?)(?:\s+#+)?\s*$/u.exec(line)?.[1];
      if (title !== undefined) heading = plain(title.replace(/\s*\{[^{}]*\}$/u, ""));
      const end = commentAfter(line);
      if (end !== null) {
        hidden = true;
        comment = end;
      }
    }
    lines.push({ number: index + 1, text: line, hidden, heading });
  }
  return lines;
}

/** The end mark of a comment that starts on this line and continues on the next. */
function commentAfter(line: string): string | null {
  for (const [start, end] of [
    ["<!--", "-->"],
    ["{/*", "*/}"],
  ] as const) {
    const at = line.lastIndexOf(start);
    if (at !== -1 && !line.includes(end, at)) return end;
  }
  return null;
}

/** The words that readers see: without code marks, emphasis, links, tags and escapes. */
export function plain(text: string): string {
  return text
    .replace(/!?\[([^\][]*)\](?:\([^()]*(?:\([^()]*\)[^()]*)*\)|\[[^\][]*\])/gu, "$1")
    .replace(/<\/?[A-Za-z][^<>]*>/gu, "")
    .replace(/(?<![\p{L}\p{N}])[*_]{1,3}(?=\S)|(?<=\S)[*_]{1,3}(?![\p{L}\p{N}])/gu, "")
    .replaceAll("`", "")
    .replace(/\\([|\\`*_{}[\]()#+.!-])/gu, "$1")
    .replace(/&nbsp;/gu, " ")
    .replace(/\s+/gu, " ")
    .trim();
}

/** Text for comparisons: in lowercase, without punctuation at its start and end. */
export function looseOf(text: string): string {
  return plain(text)
    .toLowerCase()
    .replace(/^[^\p{L}\p{N}]+(?=.*[\p{L}\p{N}])|(?<=[\p{L}\p{N}].*)[^\p{L}\p{N})}\]*>]+$/gu, "");
}

/** Whether the words occur in the text as whole words. */
export function containsWords(text: string, words: string): boolean {
  const [all, some] = [plain(text).toLowerCase(), plain(words).toLowerCase()];
  if (some === "") return false;
  for (let at = all.indexOf(some); at !== -1; at = all.indexOf(some, at + 1)) {
    const [before, after] = [all.slice(0, at), all.slice(at + some.length)];
    const opens = !/[\p{L}\p{N}_]$/u.test(before) || !/^[\p{L}\p{N}_]/u.test(some);
    const closes = !/^[\p{L}\p{N}_]/u.test(after) || !/[\p{L}\p{N}_]$/u.test(some);
    if (opens && closes) return true;
  }
  return false;
}
