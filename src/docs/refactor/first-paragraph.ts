import { limits } from "../../limits.ts";
import { decodeEntities } from "../markdown/entities.ts";
import type { Page, Span } from "../page.ts";
import { linesOf, tagBalance } from "./blocks.ts";

/**
 * A description from the page's own words: the first sentence of its first paragraph as plain text, cut at a word
 * where it is longer than `limits.refactor.descriptionCharsMax` UTF-16 units. Lists, tables, quotes, notes, code and
 * what stands in components are no paragraphs. Null where there is none.
 */
export function describePage(page: Page): string | null {
  for (const block of paragraphs(page)) {
    const text = plainText(page, block);
    if (/\p{L}/u.test(text)) return shortened(firstSentence(text));
  }
  return null;
}

/** Blocks of lines at the page's top level that are neither headings nor begin like something else. */
function* paragraphs(page: Page): Generator<Span> {
  const { text } = page;
  let depth = 0;
  let block: Span | null = null;
  const bodyStart = startOfBody(page);
  for (const line of linesOf(text, bodyStart)) {
    if (line.fenced || line.text === "") {
      if (block !== null) yield block;
      block = null;
      continue;
    }
    const wasOutside = depth === 0;
    depth = Math.max(0, depth + tagBalance(line.text));
    const isTopLevel = wasOutside && depth === 0;
    if (!isTopLevel || !isProseLine(text, line.start, line.text) || isHeading(page, line.start, line.end)) {
      block = null;
    } else if (block !== null) {
      block = { start: block.start, end: line.end };
    } else if (isBlockStart(page, line.start)) {
      block = { start: line.start, end: line.end };
    }
  }
  if (block !== null) yield block;
}

/** The start of the line after the frontmatter. */
function startOfBody({ text, frontmatter }: Page): number {
  if (frontmatter === null) return text.startsWith("\ufeff") ? 1 : 0;
  const newline = text.indexOf("\n", frontmatter.block.end);
  return newline === -1 ? text.length : newline + 1;
}

/** A paragraph's line begins with a word, an emphasis, a link, code or an image, and is not indented. */
function isProseLine(text: string, start: number, line: string): boolean {
  if (/^[ \t]/u.test(text.slice(start, start + 1))) return false;
  return !/^(?:[-+*][ \t]|\d{1,9}[.)][ \t]|>|\||#{1,6}(?:\s|$)|<|!{3}|\?{3}|={3}|\{|\[[^\]\n]{1,999}\]:|import\s|export\s)/u.test(
    line,
  );
}

/** A line that goes on after one that is no paragraph belongs to it: a list's lazy line, a table's row. */
function isBlockStart(page: Page, start: number): boolean {
  const before = page.text.slice(Math.max(0, start - 4), start);
  if (before.trim() === "" || /\n[ \t]*\r?\n$/u.test(before)) return true;
  return (
    start === startOfBody(page) || page.headings.some(({ end }) => between(page.text, end, start) === "")
  );
}

function between(text: string, start: number, end: number): string | null {
  return start <= end && end - start <= 4 ? text.slice(start, end).trim() : null;
}

function isHeading(page: Page, start: number, end: number): boolean {
  return page.headings.some((heading) => heading.start < end && heading.end > start);
}

/** Words and inline code of the block; markup, addresses and line breaks are gone. */
function plainText(page: Page, block: Span): string {
  const inBlock = (span: Span) => span.start >= block.start && span.end <= block.end;
  const parts = [...page.prose.filter(inBlock).map(asWords), ...page.code.filter(inBlock).map(asCode)];
  parts.sort((a, b) => a.start - b.start);
  let text = "";
  let at = block.start;
  for (const part of parts) {
    const gap = page.text.slice(at, part.start);
    if (text !== "" && /[\n]|<br/iu.test(gap)) text += " ";
    text += part.text;
    at = part.end;
  }
  return text.replace(/\s+(?:>\s+)*/gu, " ").trim();

  function asWords(span: Span) {
    const raw = page.text.slice(span.start, span.end).replace(/\\([!-/:-@[-`{-~])/gu, "$1");
    return { ...span, text: decodeEntities(raw) };
  }
  function asCode(span: Span) {
    return { ...span, text: page.text.slice(span.start, span.end) };
  }
}

const sentences = new Intl.Segmenter("en", { granularity: "sentence" });
const words = new Intl.Segmenter("en", { granularity: "word" });

/** As far as it goes within what is looked at: a paragraph may be a whole book. */
function firstSentence(text: string): string {
  const head = text.slice(0, limits.refactor.descriptionCharsMax * 4);
  for (const { segment } of sentences.segment(head)) return segment.trim();
  return head;
}

function shortened(text: string): string {
  if (text.length <= limits.refactor.descriptionCharsMax) return text;
  let end = 0;
  for (const { index, segment, isWordLike } of words.segment(text)) {
    if (index + segment.length >= limits.refactor.descriptionCharsMax) break;
    if (isWordLike) end = index + segment.length;
  }
  return `${text.slice(0, end)}…`;
}
