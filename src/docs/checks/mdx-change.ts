import type { Page, Span } from "../page.ts";

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
  for (const [index, span] of after.entries()) {
    const old = before[index];
    if (old === undefined || old.kind !== span.kind) return true;
    const around = page.text.slice(afterAt, span.start);
    if (around.length !== old.start - beforeAt || !base.text.startsWith(around, beforeAt)) return true;
    if (isMeaningful(base.text.slice(old.start, old.end), page.text.slice(span.start, span.end), span.kind))
      return true;
    beforeAt = old.end;
    afterAt = span.end;
  }
  return base.text.slice(beforeAt) !== page.text.slice(afterAt);
}

interface WordSpan extends Span {
  readonly kind: "words" | "quoted" | "code";
}

function wordSpans(page: Page): WordSpan[] {
  const spans: WordSpan[] = [
    ...page.prose.map(({ start, end }) => ({ start, end, kind: "words" as const })),
    ...page.code.map(({ start, end }) => ({ start, end, kind: "code" as const })),
    ...page.attributes.map(({ value }) => ({ ...value, kind: "quoted" as const })),
    ...page.links.flatMap(({ start, end, dynamic }) =>
      dynamic ? [] : [{ start, end, kind: "quoted" as const }],
    ),
  ];
  spans.sort((a, b) => a.start - b.start || b.end - a.end);
  const apart: WordSpan[] = [];
  for (const span of spans) if (span.start >= (apart.at(-1)?.end ?? 0)) apart.push(span);
  return apart;
}

function bodyStart(page: Page): number {
  return page.frontmatter?.block.end ?? 0;
}

/** Whether what differs holds what MDX may read as markup, an expression or a module's statement. */
function isMeaningful(before: string, after: string, kind: WordSpan["kind"]): boolean {
  if (before === after) return false;
  let start = 0;
  const shorter = Math.min(before.length, after.length);
  while (start < shorter && before[start] === after[start]) start++;
  let end = 0;
  while (end < shorter - start && before[before.length - 1 - end] === after[after.length - 1 - end]) end++;
  const changed = after.slice(start, after.length - end);
  switch (kind) {
    case "words":
      return /[{}<>]|import|export/.test(changed);
    case "quoted":
      return /[{}<>"'`\\()\s]|import|export/.test(changed);
    case "code":
      // Fenced code is opaque, as long as nothing ends it; the text of a `<code>` element is MDX like any other.
      return /[`~\r\n{}<>]/.test(changed);
  }
}
