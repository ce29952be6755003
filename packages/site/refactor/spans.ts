import type { Span } from "../page.ts";

/**
 * Creates a function that tests whether a range overlaps a span. The test takes logarithmic time, because hostile pages
 * have many spans.
 */
export function createOverlapTest(spans: readonly Span[]): (span: Span) => boolean {
  const sorted = [...spans].sort((a, b) => a.start - b.start);
  let furthest = 0;
  const ends = sorted.map(({ end }) => {
    furthest = Math.max(furthest, end);
    return furthest;
  });
  return ({ start, end }) => {
    const before = firstFrom(sorted, end) - 1;
    return before >= 0 && (ends[before] ?? 0) > start;
  };
}

/** The index of the first span that starts at `offset` or later. The spans must be sorted by start. */
export function firstFrom(spans: readonly Span[], offset: number): number {
  let low = 0;
  let high = spans.length;
  while (low < high) {
    const middle = (low + high) >> 1;
    if ((spans[middle]?.start ?? 0) < offset) low = middle + 1;
    else high = middle;
  }
  return low;
}

/** Removes trailing slashes, but keeps the first character. A regular expression would take quadratic time. */
export function withoutFinalSlashes(text: string): string {
  let end = text.length;
  while (end > 1 && text[end - 1] === "/") end--;
  return text.slice(0, end);
}

/** Removes blank lines at the start and whitespace at the end, and converts line breaks to `\n`. */
export function trimmedBlock(text: string): string {
  const lines = text.replaceAll("\r\n", "\n").replaceAll("\r", "\n").trimEnd();
  let start = 0;
  while (lines[start] === "\n") start++;
  return lines.slice(start);
}
