import type { Page } from "../page.ts";

/**
 * Whether a changed MDX page must go before the compiler. It need not where only words changed: everything around the
 * words, destinations and attribute values is the same to the byte, and the new words hold nothing that MDX reads as
 * more than words. The compiler takes 13–22 ms a page, this next to none.
 */
export function needsJudge(page: Page, base: Page | null): boolean {
  if (base === null || base.problem !== null || page.problem !== null || base.syntax !== page.syntax)
    return true;
  const before = wordSpans(base);
  const after = wordSpans(page);
  if (before.length !== after.length) return true;
  let beforeAt = bodyStart(base);
  let afterAt = bodyStart(page);
  for (let i = 0; i < after.length; i++) {
    const old = unpackSpan(before[i] ?? 0);
    const span = unpackSpan(after[i] ?? 0);
    if (old.kind !== span.kind) return true;
    const around = page.text.slice(afterAt, span.start);
    if (around.length !== old.start - beforeAt || !base.text.startsWith(around, beforeAt)) return true;
    const [oldWords, words] = [base.text.slice(old.start, old.end), page.text.slice(span.start, span.end)];
    if (oldWords !== words && isMeaningful(oldWords, words, span.kind)) return true;
    beforeAt = old.end;
    afterAt = span.end;
  }
  return base.text.slice(beforeAt) !== page.text.slice(afterAt);
}

/** 0: words of a reader; 1: in an attribute's quotes, or a destination; 2: code. */
type SpanKind = 0 | 1 | 2;

/**
 * The ranges of a page that may differ, in order and without overlaps, each as one number (start, length and kind):
 * 500 pages have some 50,000 of them, and numbers are sorted without an object each.
 */
function wordSpans(page: Page): Float64Array {
  const spans: number[] = [];
  for (const { start, end } of page.prose) spans.push(packSpan(start, end, 0));
  for (const { start, end } of page.code) spans.push(packSpan(start, end, 2));
  for (const { value } of page.attributes) spans.push(packSpan(value.start, value.end, 1));
  for (const { start, end, dynamic } of page.links) if (!dynamic) spans.push(packSpan(start, end, 1));
  const sorted = Float64Array.from(spans).sort();
  let kept = 0;
  let last = 0;
  for (const packed of sorted) {
    const { start, end } = unpackSpan(packed);
    if (start < last) continue;
    sorted[kept++] = packed;
    last = end;
  }
  return sorted.subarray(0, kept);
}

/** A page has at most 2 ** 23 characters (`limits.site.pageBytesMax`): 48 bits in all, of the 53 that are exact. */
const lengthUnit = 4;
const startUnit = lengthUnit * 2 ** 23;

function packSpan(start: number, end: number, kind: SpanKind): number {
  return start * startUnit + (end - start) * lengthUnit + kind;
}

function unpackSpan(packed: number): { start: number; end: number; kind: SpanKind } {
  const start = Math.floor(packed / startUnit);
  const rest = packed - start * startUnit;
  return { start, end: start + Math.floor(rest / lengthUnit), kind: (rest % lengthUnit) as SpanKind };
}

function bodyStart(page: Page): number {
  return page.frontmatter?.block.end ?? 0;
}

/** Whether what differs holds what MDX may read as markup, an expression or a module's statement. */
function isMeaningful(before: string, after: string, kind: SpanKind): boolean {
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const changed = after.slice(start, after.length - end);
  switch (kind) {
    case 0:
      return /[{}<>]|import|export/.test(changed);
    case 1:
      return /[{}<>"'`\\()\s]|import|export/.test(changed);
    case 2:
      // Fenced code is opaque, as long as nothing ends it; the text of a `<code>` element is MDX like any other.
      return /[`~\r\n{}<>]/.test(changed);
  }
}
