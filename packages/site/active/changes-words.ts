import { findFrontmatter } from "../markdown/frontmatter.ts";
import { isOrdinary } from "../markdown/ordinary.ts";
import type { Span } from "../page.ts";

/**
 * Whether two versions of a page differ only in words that no framework's parser acts on, so that both have the same
 * active parts. A rename changes thousands of pages, and the reference parser of MDX takes several milliseconds for
 * each. This check takes linear time and trusts no parser. Apart from words, the versions are the same, the changed
 * words are on plain lines, and nothing else on the page can extend to these lines: each tag, expression and fence is
 * written so plainly that all parsers end it at the same place. Returns false in case of doubt.
 */
export function changesOnlyWords(before: string, after: string): boolean {
  if (before === after) return true;
  const changed = changedWords(before, after);
  return changed !== null && isPlain(before, changed.before) && isPlain(after, changed.after);
}

/** Words on one line, with single spaces between them. */
const words = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*/gu;

/** The words that differ, in both versions. Returns null if anything else differs too. */
function changedWords(before: string, after: string): { before: Span[]; after: Span[] } | null {
  const changed: { before: Span[]; after: Span[] } = { before: [], after: [] };
  const matches = before.matchAll(words);
  let last = { before: 0, after: 0 };
  const isSameUpTo = (oldEnd: number, end: number) =>
    oldEnd - last.before === end - last.after && before.startsWith(after.slice(last.after, end), last.before);
  for (const { 0: now, index: at } of after.matchAll(words)) {
    const { value: match } = matches.next();
    if (match === undefined || !isSameUpTo(match.index, at)) return null;
    const [old] = match;
    last = { before: match.index + old.length, after: at + now.length };
    if (old === now) continue;
    if (!isHarmless(old) || !isHarmless(now)) return null;
    changed.before.push({ start: match.index, end: last.before });
    changed.after.push({ start: at, end: last.after });
  }
  return matches.next().done === true && isSameUpTo(before.length, after.length) ? changed : null;
}

/** Numbers can be the marks of list items, and the other words can begin statements. */
function isHarmless(run: string): boolean {
  return /^(?!import|export)\p{L}/iu.test(run);
}

function isPlain(text: string, changed: readonly Span[]): boolean {
  if (odd.test(text) || !isOrdinary(Buffer.from(text))) return false;
  const head = findFrontmatter(text);
  // Text that begins with a mark or a field may have another kind of frontmatter.
  if (head === null ? !/^[#\p{L}](?![\w-]*:)/u.test(text) : head.format !== "yaml") return false;
  const start = head?.block.end ?? 0;
  const visible = plainText(text, start);
  return (
    visible !== null && changed.every((run) => (run.start < start ? isTitle : isWords)(text, visible, run))
  );
}

/** Unusual line ends, addresses that may be code, and fences whose content is run. */
const odd =
  /\r(?!\n)|[\u0085\u2028\u2029]|(?:java|vb|live)script|data\s?\\?:|&(?:#|tab;|newline;|colon;)|mdx-code-block|(?:```|~~~).*\b(?:live|exec)\b/iu;

const tag =
  /<\/?([A-Za-z][\w.-]*)(?:[ \t]*(?:[ \t]|\r?\n[ \t]*)[A-Za-z][\w-]*(?:="[^"<>{}\\\n]*"|=\{\w+\})?)*[ \t]*(?:\r?\n[ \t]*)?\/?>/gu;
const expression = /\{[#\w. +-]*\}/gu;
/** The content of these elements is code, or is read differently. */
const special =
  /^(?:script|style|template|noscript|noembed|noframes|object|xmp|pre|textarea|title|iframe|plaintext|svg|math|select|component)$/iu;

/**
 * The text with fences and tags blanked out, at the same offsets. Returns null if parsers might disagree on where one of
 * them, an expression or a statement ends.
 */
function plainText(text: string, start: number): string | null {
  const outsideFences = withoutFences(text.slice(0, start).replace(/[^\r\n]/gu, " ") + text.slice(start));
  let isSpecial = false;
  const visible = outsideFences.replace(tag, (whole: string, name: string) => {
    isSpecial ||= special.test(name);
    return spaces(whole);
  });
  const open = /[<{]|^[ \t>]*(?:import|export)(?![\p{L}\p{N}])/mu;
  return isSpecial || open.test(visible.replace(expression, "")) ? null : visible;
}

/**
 * Blanks out fences that all parsers read as code: after a blank line, unindented and closed. If the text has any other
 * fence marks, nothing is blanked out, since these may open or close a fence too.
 */
function withoutFences(text: string): string {
  let open: string | null = null;
  let isAfterBlank = true;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const trimmed = line.trimEnd();
    const [, mark = null] = /^(`{3,}|~{3,})[\w+#]*(?: [\w-]+="[^"`~<>{}\\]*")*$/u.exec(trimmed) ?? [];
    if (open === null && mark !== null && isAfterBlank) open = mark;
    else if (open !== null && trimmed === open) open = null;
    else if (/```|~~~/u.test(line) || (open !== null && /^[ \t>]*:::/u.test(line))) return text;
    else if (open === null) {
      lines.push(line);
      isAfterBlank = trimmed === "";
      continue;
    }
    lines.push(spaces(line));
    isAfterBlank = false;
  }
  return open === null ? lines.join("\n") : text;
}

function spaces(text: string): string {
  return text.replace(/[^\r\n]/gu, " ");
}

/** A field of the frontmatter that every framework displays as text, if it contains no markup. */
function isTitle(text: string, _visible: string, run: Span): boolean {
  return /^(?:title|description|sidebarTitle): +(["']?)[\p{L}\p{N}][\p{L}\p{N} .,'’!?()/-]*\1[ \t\r]*$/u.test(
    lineAt(text, run),
  );
}

/** Words on a line that contains nothing but words, marks of sentences and plain Markdown. */
function isWords(text: string, visible: string, run: Span): boolean {
  // All of the run is in a fence.
  if (visible.slice(run.start, run.end).trim() === "") return !/[<{]/u.test(text[run.start - 1] ?? "");
  const line = lineAt(visible, run).replace(/^[ \t>]*/u, "");
  if (!/^(?:(?:[*+-]|\d+[.)])[ \t]+)*(?:$|!\[|[\p{L}\p{N}#*_"'“‘([|`—–-])/u.test(line)) return false;
  if (/[{}<>&$%@\\^=~]|\]:|```/u.test(line)) return false;
  if (!/[\s"'“‘(*_[|`—–-]/u.test(visible[run.start - 1] ?? " ")) return false;
  // The words before these marks can be the scheme of an address or the name of a field.
  const isName = /(?:script|data)$/iu.test(text.slice(run.start, run.end));
  if ((isName ? /^\s*[:=@/&;]/u : /^(?::\S|[=@/&;])/u).test(visible.slice(run.end, run.end + 80)))
    return false;
  // Short words before these marks can be the marks of list items.
  if (run.end - run.start < 4 && /[.)]/u.test(visible[run.end] ?? "")) return false;
  const before = visible.slice(Math.max(0, run.start - destinationCharsMax), run.start);
  return before.lastIndexOf("](") <= before.lastIndexOf(")");
}

/** A destination has no spaces, and a longer one is not a link in practice. */
const destinationCharsMax = 3000;

function lineAt(text: string, { start, end }: Span): string {
  const feed = text.indexOf("\n", end);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, feed < 0 ? text.length : feed);
}
