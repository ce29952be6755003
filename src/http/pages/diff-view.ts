import { diffWordsWithSpace } from "diff";
import type { DiffLine, FileDiff } from "./diff.ts";
import { escapeHtml, Html, html } from "./html.ts";

/** In longer lines, or lines with more changed words, individual words are not marked. */
const markedCharsMax = 1500;
const markedEditsMax = 40;

/** Renders a file's lines as a table. Line numbers and signs are CSS content, so they aren't copied with the text. */
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

/** Drops the carriage return of CRLF line endings. */
function visibleEnd(text: string): string {
  return text.endsWith("\r") ? text.slice(0, -1) : text;
}

/** Marks the words that differ between a line and its replacement. Returns nothing if the lines share no words. */
function markWords(before: string, after: string): { before?: string; after?: string } {
  if (before.length > markedCharsMax || after.length > markedCharsMax) return {};
  const parts = diffWordsWithSpace(visibleEnd(before), visibleEnd(after), { maxEditLength: markedEditsMax });
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

const statusLabels = { added: "Added", deleted: "Deleted", modified: "Changed", renamed: "Renamed" } as const;

/** Renders a file as a collapsible section with its path, counts and lines. */
export function renderFile(file: FileDiff, options: { readonly id: string; readonly isOpen: boolean }): Html {
  const { path, previousPath, additions, deletions } = file;
  const name =
    previousPath === null
      ? html`<bdi>${path}</bdi>`
      : html`<bdi class="old">${previousPath}</bdi> → <bdi>${path}</bdi>`;
  return html`<details class="file" id="${options.id}"${options.isOpen ? new Html(" open") : null}>
<summary><span class="name">${name}</span><span class="what ${file.status}">${statusLabels[file.status]}</span>${additions + deletions === 0 ? null : counts(additions, deletions)}</summary>
${content(file)}
</details>`;
}

function content(file: FileDiff): Html {
  if (file.isBinary) return html`<p class="aside">Binary file not shown.</p>`;
  if (file.lineCount === 0)
    return html`<p class="aside">${file.status === "renamed" ? "Renamed without changes." : "No lines changed."}</p>`;
  const left = file.lineCount - file.lines.length;
  const more =
    left === 0
      ? null
      : html`<p class="aside">${left === 1 ? "1 more line" : `${left} more lines`} not shown.</p>`;
  return html`<div class="lines">${renderLines(file.lines)}</div>${more}`;
}

export function counts(additions: number, deletions: number): Html {
  return html`<span class="counts"><span class="plus">+${additions}</span> <span class="minus">−${deletions}</span></span>`;
}
