import type { Line } from "./lines.ts";

/** A part of the page's text. */
export interface Passage {
  /** The lines that it is on, from 1. */
  readonly first: number;
  readonly last: number;
  /** The rest of its first line. */
  readonly before: string;
  readonly text: string;
  /** The rest of its last line. */
  readonly after: string;
  readonly isInWord: boolean;
}

/** Enough for a question. */
const passagesMax = 50;

/**
 * Finds text in the visible part of a page. Line breaks count as spaces. `text` is the page, and `lines` are its lines.
 * A passage within a longer word is returned only if there is no other one.
 */
export function findPassages(
  text: string,
  lines: readonly Line[],
  { wanted, isBelow }: { readonly wanted: string; readonly isBelow: (line: number) => boolean },
): readonly Passage[] {
  const words = wanted.trim().split(/\s+/u).map(escaped);
  if (words.length === 0 || words[0] === "") return [];
  const starts = [0, ...[...text.matchAll(/\n/gu)].map(({ index }) => index + 1)];
  const found: Passage[] = [];
  let within: Passage | null = null;
  let first = 1;
  const space = String.raw`(?:[ \t]*\r?\n[ \t>]*|[ \t]+)`;
  for (const { 0: match, index } of text.matchAll(new RegExp(words.join(space), "gu"))) {
    while ((starts[first] ?? text.length + 1) <= index) first++;
    if (lines[first - 1]?.hidden !== false || !isBelow(first)) continue;
    const end = index + match.length;
    const last = first + (match.match(/\n/gu)?.length ?? 0);
    const isInWord =
      (isWordAt(text, index - 1) && isWordAt(text, index)) ||
      (isWordAt(text, end - 1) && isWordAt(text, end));
    if (isInWord && within !== null) continue;
    const passage: Passage = {
      first,
      last,
      before: text.slice(starts[first - 1], index),
      text: match,
      after: text.slice(end, starts[last] ?? text.length).replace(/\r?\n$/u, ""),
      isInWord,
    };
    if (isInWord) within = passage;
    else if (found.push(passage) === passagesMax) break;
  }
  return found.length > 0 || within === null ? found : [within];
}

function isWordAt(text: string, at: number): boolean {
  return /[\p{L}\p{N}_]/u.test(text[at] ?? "");
}

function escaped(word: string): string {
  return word.replace(/[\\^$.*+?()[\]{}|/]/gu, String.raw`\$&`);
}
