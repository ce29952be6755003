import { diffWordsWithSpace } from "diff";
import type { DiffLine, FileDiff } from "./diff.ts";
import { escapeHtml, Html, html } from "./html.ts";

/** Longer lines, and lines that differ in more words, are marked as a whole. */
const markedCharsMax = 1500;
const markedEditsMax = 40;

/** The lines of one file as a table: numbers before and after, sign, text. Numbers are not copied with the text. */
export function renderLines(lines: readonly DiffLine[]): Html {
  const rows: string[] = [];
  for (let index = 0; index < lines.length; ) {
    const deleted = run(lines, index, "deleted");
    const added = run(lines, index + deleted.length, "added");
    if (deleted.length > 0 && deleted.length === added.length) {
      const pairs = deleted.map((line, at) => markWords(line.text, added[at]?.text ?? ""));
      rows.push(...deleted.map((line, at) => row(line, pairs[at]?.before)));
      rows.push(...added.map((line, at) => row(line, pairs[at]?.after)));
      index += deleted.length + added.length;
    } else {
      const line = lines[index++];
      if (line !== undefined) rows.push(row(line));
    }
  }
  return new Html(`<table class="diff"><tbody>${rows.join("")}</tbody></table>`);
}

function run(lines: readonly DiffLine[], start: number, kind: DiffLine["kind"]): readonly DiffLine[] {
  let end = start;
  while (lines[end]?.kind === kind) end++;
  return lines.slice(start, end);
}

const signs = { context: " ", added: "+", deleted: "−", hunk: "", note: "" } as const;

function row(line: DiffLine, content = escapeHtml(visibleEnd(line.text))): string {
  const number = (value: number | null) => (value === null ? "<td class=n>" : `<td class=n data-n=${value}>`);
  const { kind } = line;
  const sign = kind === "hunk" || kind === "note" ? "" : ` data-s="${signs[kind]}"`;
  return `<tr class=${kind}>${number(line.before)}${number(line.after)}<td class=t${sign}>${content}`;
}

/** The end of a line in a file with CRLF says nothing. */
function visibleEnd(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** What differs between a line and the one that replaced it. */
function markWords(before: string, after: string): { before?: string; after?: string } {
  if (before.length > markedCharsMax || after.length > markedCharsMax) return {};
  const [one, other] = [visibleEnd(before), visibleEnd(after)];
  const parts = diffWordsWithSpace(one, other, { maxEditLength: markedEditsMax });
  if (parts === undefined || !parts.some((part) => !part.added && !part.removed && /\S/u.test(part.value)))
    return {};
  const side = (hidden: "added" | "removed", tag: "del" | "ins") =>
    parts
      .filter((part) => !part[hidden])
      .map((part) => {
        const text = escapeHtml(part.value);
        return part.added || part.removed ? `<${tag}>${text}</${tag}>` : text;
      })
      .join("");
  return { before: side("added", "del"), after: side("removed", "ins") };
}

const words = { added: "Added", deleted: "Deleted", modified: "Changed", renamed: "Renamed" } as const;

/** One file: a fold with its path and counts, and its lines. */
export function renderFile(file: FileDiff, options: { readonly id: string; readonly isOpen: boolean }): Html {
  const { path, previousPath, additions, deletions } = file;
  const name =
    previousPath === null
      ? html`<bdi>${path}</bdi>`
      : html`<bdi class="old">${previousPath}</bdi> → <bdi>${path}</bdi>`;
  return html`<details class="file" id="${options.id}"${options.isOpen ? new Html(" open") : null}>
<summary><span class="name">${name}</span><span class="what ${file.status}">${words[file.status]}</span>${additions + deletions === 0 ? null : counts(additions, deletions)}</summary>
${content(file)}
</details>`;
}

function content(file: FileDiff): Html {
  if (file.isBinary) return html`<p class="aside">A binary file: its content is not shown.</p>`;
  if (file.lineCount === 0)
    return html`<p class="aside">${file.status === "renamed" ? "Renamed without changes." : "No lines changed."}</p>`;
  const left = file.lineCount - file.lines.length;
  const more = left === 0 ? null : html`<p class="aside">${left} more lines are not shown here.</p>`;
  return html`<div class="lines">${renderLines(file.lines)}</div>${more}`;
}

export function counts(additions: number, deletions: number): Html {
  return html`<span class="counts"><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span>`;
}
