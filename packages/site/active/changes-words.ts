import { findFrontmatter, readSimpleYaml } from "../markdown/frontmatter.ts";
import { isOrdinary } from "../markdown/ordinary.ts";
import type { Span } from "../page.ts";
import { isModuleAddress } from "./module-addresses.ts";
import { spaces } from "./spaces.ts";

/**
 * Whether two versions of a page differ only in words and link destinations that no framework's parser acts on, so that
 * both have the same active parts. A rename or a move changes thousands of pages, and the MDX reference parser takes
 * several milliseconds for each. This check takes linear time and trusts no parser. Apart from words and destinations,
 * the versions are the same, the changes are on plain lines, and nothing else on the page can extend to these lines: each
 * tag, expression and fence is written so plainly that all parsers end it at the same place. Returns false in case of
 * doubt.
 */
export function changesOnlyWords(before: string, after: string): boolean {
  if (before === after) return true;
  const changed = changedParts(before, after);
  return changed !== null && isPlain(before, changed.before) && isPlain(after, changed.after);
}

/** Words on one line, with single spaces between them. */
const words = /[\p{L}\p{N}]+(?: [\p{L}\p{N}]+)*/gu;
/**
 * A link to a path from the site's root or the page's folder. The path's characters mean nothing to any parser,
 * regardless of whether it reads them as a destination, as code or as text. `//` may begin an address or a comment.
 */
const pathLink = /\[[^[\]()\\<>{}\n]+\]\((\.{0,2}(?:\/[\w.-]+)+\/?(?:#[\w.-]*)?)\)/gu;

/** The differences in one version. */
interface Changes {
  readonly words: Span[];
  /** The whole links whose destinations differ. */
  readonly links: Span[];
}

interface Changed {
  readonly before: Changes;
  readonly after: Changes;
}

/**
 * Returns the ranges of the words and links that differ, for each version, or null if anything else differs too. No
 * range extends past the end of its line, and most lines are the same.
 */
function changedParts(before: string, after: string): Changed | null {
  const changed: Changed = { before: { words: [], links: [] }, after: { words: [], links: [] } };
  const oldLines = before.split("\n");
  const lines = after.split("\n");
  if (lines.length !== oldLines.length) return null;
  const start = { before: 0, after: 0 };
  for (const [index, line] of lines.entries()) {
    const oldLine = oldLines[index] ?? "";
    if (oldLine !== line && !addChangedParts(changed, oldLine, line, start)) return null;
    start.before += oldLine.length + 1;
    start.after += line.length + 1;
  }
  return changed;
}

/** A position in each version. */
interface Place {
  readonly before: number;
  readonly after: number;
}

/**
 * Returns false if anything other than words and destinations differs. `start` is the position of the lines in their
 * versions.
 */
function addChangedParts(changed: Changed, before: string, after: string, start: Place): boolean {
  const links = { before: [...before.matchAll(pathLink)], after: [...after.matchAll(pathLink)] };
  if (links.before.length !== links.after.length) return addChangedWords(changed, before, after, start);
  let last = { before: 0, after: 0 };
  // Words end at the parentheses, so the text between two destinations can be compared separately.
  const isWordsUpTo = (oldEnd: number, end: number) =>
    addChangedWords(changed, before.slice(last.before, oldEnd), after.slice(last.after, end), {
      before: start.before + last.before,
      after: start.after + last.after,
    });
  for (const [index, now] of links.after.entries()) {
    const old = links.before[index] ?? now;
    const [oldSpan, span] = [destinationOf(old), destinationOf(now)];
    if (!isWordsUpTo(oldSpan.start, span.start)) return false;
    last = { before: oldSpan.end, after: span.end };
    if (old[1] === now[1]) continue;
    changed.before.links.push({ start: start.before + old.index, end: start.before + oldSpan.end + 1 });
    changed.after.links.push({ start: start.after + now.index, end: start.after + span.end + 1 });
  }
  return isWordsUpTo(before.length, after.length);
}

function destinationOf({ 0: link, 1: destination = "", index }: RegExpExecArray): Span {
  const end = index + link.length - 1;
  return { start: end - destination.length, end };
}

/** Returns false if anything other than words differs. `start` is the position of the texts in their versions. */
function addChangedWords(changed: Changed, before: string, after: string, start: Place): boolean {
  const matches = before.matchAll(words);
  let last = { before: 0, after: 0 };
  const isSameUpTo = (oldEnd: number, end: number) =>
    oldEnd - last.before === end - last.after && before.startsWith(after.slice(last.after, end), last.before);
  for (const { 0: now, index: at } of after.matchAll(words)) {
    const { value: match } = matches.next();
    if (match === undefined || !isSameUpTo(match.index, at)) return false;
    const [old] = match;
    last = { before: match.index + old.length, after: at + now.length };
    if (old === now) continue;
    if (!isHarmless(old) || !isHarmless(now)) return false;
    changed.before.words.push({ start: start.before + match.index, end: start.before + last.before });
    changed.after.words.push({ start: start.after + at, end: start.after + last.after });
  }
  return matches.next().done === true && isSameUpTo(before.length, after.length);
}

/** A number can be a list marker, and `import` and `export` can begin statements. */
function isHarmless(run: string): boolean {
  return /^(?!import|export)\p{L}/iu.test(run);
}

function isPlain(text: string, { words: changed, links }: Changes): boolean {
  // Hostile text is long, or has many markup characters.
  if (!isOrdinary(Buffer.from(text)) || isOdd(text) || inserted.test(text)) return false;
  const head = findFrontmatter(text);
  // Text that begins with a punctuation mark or a `key:` may have another kind of frontmatter.
  if (head === null ? !/^[#\p{L}](?![\w-]*:)/u.test(text) : head.format !== "yaml") return false;
  const fields = head === null ? "" : text.slice(head.content.start, head.content.end);
  // Some parsers end the frontmatter at these lines.
  if (/^(?:---|\+\+\+|\.\.\.)/mu.test(fields)) return false;
  const start = head?.block.end ?? 0;
  if (changed.some((run) => run.start < start) && readSimpleYaml(fields) === null) return false;
  const view = plainText(text, start);
  // Each word is checked together with its line and the text before it.
  if (view === null || view.visible.split("\n").some(({ length }) => length > lineCharsMax)) return false;
  const inBody = changed.filter((run) => run.start >= start);
  const inText = inBody.filter((run) => !isBlank(view.outsideFences, run));
  const lines = new Set(
    [...inText, ...links].map((run) => view.visible.lastIndexOf("\n", run.start - 1) + 1),
  );
  return (
    links.every((link) => link.start >= start && isWholeLink(text, view.visible, link)) &&
    changed.every((run) => run.start >= start || isTitle(text, run)) &&
    inBody.every((run) => !/[<{]/u.test(text[run.start - 1] ?? "")) &&
    [...lines].every((at) => isPlainLine(lineAt(view.visible, { start: at, end: at }))) &&
    [...lines].every((at) => !mayInsertModule(view.visible, at)) &&
    inText.every((run) => isWords(view.visible, run)) &&
    // If the page defines labels, words in brackets can turn text into links and links into text.
    (!view.outsideFences.includes("]:") || inText.every((run) => isOutsideBrackets(view.outsideFences, run)))
  );
}

/** Control characters and unusual line ends. */
const oddCharacters = /\r(?!\n)|[^\P{Cc}\t\r\n]|[\u2028\u2029]/u;
/** Addresses that may be code. */
const oddWords = /(?:java|vb|live)script|data\s?\\?:|&(?:#|tab;|newline;|colon;)|mdx-code-block/iu;
/** Fences whose content is run. */
const runFence = /^(?=.*(?:```|~~~)).*\b(?:live|exec)\b/imu;
const runs = /\b(?:live|exec)\b/iu;

/** `runFence` is slow, so it is tried only if the text contains one of the words in `runs`. */
function isOdd(text: string): boolean {
  return oddCharacters.test(text) || oddWords.test(text) || (runs.test(text) && runFence.test(text));
}

/** Templates and includes. Some frameworks read them in code too. */
const inserted = /\{[{%!]|-8<-|@include|<<<|^[ \t>]*\/{3}.*\|/mu;

const tag =
  /<\/?([A-Za-z][\w.-]*)(?:[ \t]*(?:[ \t]|\r?\n[ \t]*)[A-Za-z][\w-]*(?:="[^"<>{}\\\n]*"|=\{\w+\})?)*[ \t]*(?:\r?\n[ \t]*)?\/?>/gu;
const expression = /\{[#\w. +-]*\}/gu;
/** The content of these elements is code, or is read differently. */
const special =
  /^(?:script|style|template|noscript|noembed|noframes|object|xmp|pre|textarea|title|iframe|plaintext|svg|math|select|component)$/iu;

interface View {
  /** The text without the content of fences, at the same offsets. */
  readonly outsideFences: string;
  /** The same text, also without tags. */
  readonly visible: string;
}

/**
 * Blanks out fences and tags. Returns null if parsers might disagree on where a fence, tag, expression or statement
 * ends.
 */
function plainText(text: string, start: number): View | null {
  const outsideFences = withoutFences(spaces(text.slice(0, start)) + text.slice(start));
  let isSpecial = false;
  const visible = withoutImports(outsideFences).replace(tag, (whole: string, name: string) => {
    isSpecial ||= special.test(name);
    return spaces(whole);
  });
  const open = /[<{]|^[ \t>]*(?:import|export)(?![\p{L}\p{N}])/mu;
  if (isSpecial || open.test(visible.replace(expression, ""))) return null;
  return { outsideFences, visible };
}

/**
 * An import that every parser of modules accepts, so that the statement ends with its line. After an error at the end
 * of a statement, MDX would continue to read it after a blank line. No reserved word starts with a capital letter.
 */
const plainImport =
  /^import (?:([A-Z]\w*)|\{ ?([A-Z]\w*(?:, ?[A-Z]\w*)*) ?\}|\* as ([A-Z]\w*)) from (?:"[\w./@-]+"|'[\w./@-]+');?\r?$/u;

/**
 * Blanks out plain imports between blank lines. Parsers either run them or show them as a paragraph. If a name is
 * imported twice, nothing is blanked out.
 */
function withoutImports(text: string): string {
  if (!text.includes("import ")) return text;
  const names = new Set<string>();
  const left: string[] = [];
  for (const block of text.split(/(\n[ \t]*\r?\n)/u)) {
    const statements = block
      .replace(/^\n+|\n+$/gu, "")
      .split("\n")
      .map((line) => plainImport.exec(line));
    if (!statements.every((statement) => statement !== null)) {
      left.push(block);
      continue;
    }
    for (const [, one, several, all] of statements)
      for (const name of (one ?? several ?? all ?? "").split(/, ?/u)) {
        if (names.has(name)) return text;
        names.add(name);
      }
    left.push(spaces(block));
  }
  return left.join("");
}

/**
 * Blanks out the content of fences that all parsers read as code: after a blank line, unindented and closed, with at
 * most a language and a title. If the text has any other fence or math delimiters, nothing is blanked out, since these
 * may open or close a block too.
 */
function withoutFences(text: string): string {
  if (!text.includes("```") && !text.includes("~~~")) return text;
  let open: string | null = null;
  let isAfterBlank = true;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const [, mark = null] = /^(`{3,}|~{3,})[\w+#]*(?: title="[^"`~<>{}\\]*")?[ \t]*\r?$/u.exec(line) ?? [];
    const closed = open !== null && /^[`~]+(?=[ \t]*\r?$)/u.exec(line)?.[0] === open;
    if (closed) open = null;
    else if (open === null && mark !== null && isAfterBlank) {
      open = mark;
      lines.push(line);
      continue;
    } else if (/```|~~~/u.test(line) || (open === null ? /\$\$/u : /^[ \t>]*:::/u).test(line)) return text;
    else if (open === null) {
      lines.push(line);
      isAfterBlank = /^[ \t]*\r?$/u.test(line);
      continue;
    }
    lines.push(spaces(line));
    isAfterBlank = false;
  }
  return open === null ? lines.join("\n") : text;
}

/**
 * Whether a link is outside of fences, tags and addresses, and is not an address itself. Where parsers see no link, such
 * as in a table whose cell ends in the label, `www.` begins a bare link, which can contain the mark that opens code.
 */
function isWholeLink(text: string, visible: string, { start, end }: Span): boolean {
  const link = text.slice(start, end);
  return (
    link === visible.slice(start, end) &&
    !/www\./iu.test(link) &&
    !isAddress(visible.slice(Math.max(0, start - lineCharsMax), start))
  );
}

/** A frontmatter field that every framework displays as text, if it contains no markup. */
function isTitle(text: string, run: Span): boolean {
  return /^(?:title|description|sidebarTitle): +(["']?)[\p{L}\p{N}][\p{L}\p{N} .,'’!?()/-]*\1[ \t\r]*$/u.test(
    lineAt(text, run),
  );
}

function isBlank(text: string, { start, end }: Span): boolean {
  return text.slice(start, end).trim() === "";
}

/** Whether a line contains nothing but words, punctuation and plain Markdown. Definitions can be comments. */
function isPlainLine(line: string): boolean {
  const content = line.replace(/^[ \t>]*/u, "");
  if (!/^(?:(?:[*+-]|\d+[.)])[ \t]+)*(?:$|!\[|[\p{L}\p{N}#*_"'“‘([|`—–-])/u.test(content)) return false;
  return !/[{}<>&$%@\\^=~]|\[\[|\]:|```/u.test(content);
}

/**
 * Whether the line that starts at `at` may contain the address of an image that VitePress reads as a module. The image
 * may begin on an earlier line.
 */
function mayInsertModule(visible: string, at: number): boolean {
  if (/\]\(\s*$/u.test(visible.slice(Math.max(0, at - lineCharsMax), at))) return true;
  const line = lineAt(visible, { start: at, end: at });
  if (!/!\[|`/u.test(line) && areBracketsPaired(line)) return false;
  return [...line.matchAll(/\]\(\s*([^\s)]*)/gu)].some(([, href = ""]) => isModuleAddress(href));
}

/** Whether each `]` closes a `[` of the same line. */
function areBracketsPaired(line: string): boolean {
  let depth = 0;
  for (const mark of line) {
    if (mark === "[") depth++;
    if (mark === "]" && --depth < 0) return false;
  }
  return true;
}

/** Whether a run outside of fences is not part of a tag, an address or a name. */
function isWords(visible: string, run: Span): boolean {
  if (isBlank(visible, run)) return false;
  if (!/[\s"'“‘(*_[|`—–-]/u.test(visible[run.start - 1] ?? " ")) return false;
  // The words before these characters can be the scheme or host of an address, or the name of a field.
  const isName = /(?:script|data|www)$/iu.test(visible.slice(run.start, run.end));
  if ((isName ? /^\s*[.:=@/&;]/u : /^(?::\S|[=@/&;])/u).test(visible.slice(run.end, run.end + 80)))
    return false;
  // Short words before these characters can be list markers.
  if (run.end - run.start < 4 && /[.)]/u.test(visible[run.end] ?? "")) return false;
  return !isAddress(visible.slice(Math.max(0, run.start - lineCharsMax), run.start));
}

/** Whether the text ends in a destination, an address or a name between colons. A space in it can change what follows. */
function isAddress(before: string): boolean {
  const open = before.lastIndexOf("](");
  if (open > before.lastIndexOf(")")) return true;
  if (open >= 0 && !/\S\s/u.test(before.slice(open + 2))) return true;
  const gap = Math.max(...[" ", "\t", "\n"].map((mark) => before.lastIndexOf(mark)));
  return /[.:/]/u.test(before.slice(gap + 1));
}

/** Links with plain words between their brackets. The brackets of such a link cannot pair with any others. */
const plainLink = /\[[\p{L}\p{N} ]+\](?:\([\w./#-]*\)|\[[\p{L}\p{N} -]+\])/gu;

/**
 * Whether all brackets before a run, in the same paragraph, are certain to be closed. Lines that contain only a tag or
 * block quote markers do not end a paragraph here. Returns false for paragraphs that are too long.
 */
function isOutsideBrackets(outsideFences: string, { start }: Span): boolean {
  const from = Math.max(0, start - lineCharsMax);
  const before = outsideFences.slice(from, start);
  const blankLine = [...before.matchAll(/\n[ \t]*\r?\n/gu)].at(-1);
  if (blankLine === undefined && from > 0) return false;
  return !before
    .slice(blankLine?.index ?? 0)
    .replace(plainLink, "")
    .includes("[");
}

/** Longer lines are rare. An address that extends over several lines is not that long in practice. */
const lineCharsMax = 3000;

function lineAt(text: string, { start, end }: Span): string {
  const feed = text.indexOf("\n", end);
  return text.slice(text.lastIndexOf("\n", start - 1) + 1, feed < 0 ? text.length : feed);
}
