import { stripInvisible } from "../std/invisible.ts";

/**
 * Markdown made of text that nobody vouches for: prompts, paths, a model's words, what stands in a repository. It must
 * not break out of its place, ping people, refer to (or close) issues, become a link, be HTML, or command the host
 * (GitLab takes a line such as `/merge` for a quick action, and so do bots on GitHub), on any code host.
 */

/** Splits a word for whatever looks for `@name`, `#1` or `://`, and is not seen by people. */
const gap = "\u200b";

/** Text in a line of Markdown. Everything means itself; line breaks become blanks. */
export function plain(text: string): string {
  const line = oneLine(text).replace(/[\\`*_[\]<>&~|$]/gu, "\\$&");
  // What would begin a list, a heading, a quotation or a command at the start of a block.
  return withoutReferences(line.replace(/^(?:[#+=:/-]|[0-9]+(?=[.)]))/u, startAsText));
}

function startAsText(start: string): string {
  return /^[0-9]/u.test(start) ? `${start}\\` : `\\${start}`;
}

/** Text in a line that is not Markdown, such as a title. */
export function plainTitle(text: string): string {
  return withoutReferences(oneLine(text));
}

/** People, issues, merge requests, labels and addresses, as GitHub, GitLab, Gitea and Bitbucket know them. */
function withoutReferences(line: string): string {
  return line
    .replace(/@(?=[\p{L}\p{N}_"{\\])/gu, `@${gap}`)
    .replace(/[#!&$^](?=[0-9])/gu, `$&${gap}`)
    .replace(/[%~](?=[\p{L}\p{N}_"])/gu, `$&${gap}`)
    .replace(/GH-(?=[0-9])/giu, `$&${gap}`)
    .replace(/:(?=\/\/)/gu, `:${gap}`)
    .replace(/www(?=\.)/giu, `$&${gap}`);
}

function oneLine(text: string): string {
  return visible(text).replace(/\s+/gu, " ").trim();
}

/** Without what cannot be seen but acts: control characters, and marks that turn the direction of text. */
export function visible(text: string): string {
  return stripInvisible(text.toWellFormed())
    .text.replace(/\r\n?|[\u0085\u2028\u2029]/gu, "\n")
    .replace(/[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069\ufeff]/gu, (char) =>
      char === "\n" || char === "\t" ? char : "\ufffd",
    );
}

/** A path or a name, set as code. */
export function codeSpan(text: string): string {
  const line = withShortRuns(visible(text).replace(/[\n\t]/gu, " "));
  if (line.trim() === "") return "(empty)";
  const fence = "`".repeat(longestRun(line) + 1);
  const edge = /^[` ]|[` ]$/u.test(line) ? " " : "";
  return fence + edge + line + edge + fence;
}

/** Lines that are shown as they are. */
export function codeBlock(text: string, language: string): string {
  const lines = withShortRuns(visible(text)).replace(/^\n+|\s+$/gu, "");
  const fence = "`".repeat(Math.max(3, longestRun(lines) + 1));
  return `${fence}${language}\n${lines}\n${fence}`;
}

const runMax = 30;

/** The fence is longer than every run of backticks in the text: long runs would make it as long again, twice. */
function withShortRuns(text: string): string {
  return text.replace(/`{31,}/gu, `${"`".repeat(runMax)}…`);
}

function longestRun(text: string): number {
  return Math.max(0, ...[...text.matchAll(/`+/gu)].map(([run]) => run.length));
}

/** Something that is opened by a click. `content` is Markdown that was made here. */
export function fold(summary: string, content: string): string {
  return `<details>\n<summary>${escapeHtml(summary)}</summary>\n\n${content}\n\n</details>`;
}

function escapeHtml(text: string): string {
  return oneLine(text).replaceAll("&", "&amp;").replaceAll("<", "&lt;").replaceAll(">", "&gt;");
}

/** Cut to at most `charsMax` UTF-16 code units, at a whole character, with a mark that says so. */
export function cut(text: string, charsMax: number): string {
  if (text.length <= charsMax) return text;
  return `${text.slice(0, Math.max(0, charsMax - 1)).replace(/[\ud800-\udbff]$/u, "")}…`;
}

/** As many whole `lines` as fit, and a last one that counts the others. */
export function boundedLines(
  lines: readonly string[],
  options: { readonly charsMax: number; readonly more: (left: number) => string },
): string {
  const kept: string[] = [];
  let chars = options.more(lines.length).length + 1;
  for (const line of lines) {
    chars += line.length + 1;
    if (chars > options.charsMax) break;
    kept.push(line);
  }
  const left = lines.length - kept.length;
  return (left === 0 ? kept : [...kept, options.more(left)]).join("\n");
}
