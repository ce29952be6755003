import type { Line } from "./lines.ts";

/** A part of the page's text, as offsets. */
export interface Passage {
  readonly start: number;
  readonly end: number;
}

/**
 * Finds text in the visible part of a page. Line breaks count as spaces. `text` is the page, and `lines` are its lines.
 */
export function findPassages(text: string, lines: readonly Line[], wanted: string): readonly Passage[] {
  const words = wanted.trim().split(/\s+/u).map(escaped);
  if (words.length === 0 || words[0] === "") return [];
  const starts = lineStarts(text);
  const found: Passage[] = [];
  for (const match of text.matchAll(new RegExp(words.join("[ \\t]*(?:\\r?\\n)?[ \\t>]*"), "gu"))) {
    const passage = { start: match.index, end: match.index + match[0].length };
    const line = starts.findLastIndex((start) => start <= passage.start);
    if (lines[line]?.hidden === false) found.push(passage);
  }
  return found;
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}

export function lineStarts(text: string): readonly number[] {
  return [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
}
