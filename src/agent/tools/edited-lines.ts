import type { TextEdit } from "#site";
import { limits } from "../../limits.ts";
import { shortLine } from "./text.ts";

/**
 * Shows the lines that edits wrote, numbered as `read` numbers them, with one line above and below each. `before` is
 * the text for which the edits were made. Of a long passage, only the first and last lines are shown.
 */
export function editedLines(before: string, after: string, edits: readonly TextEdit[]): string[] {
  const lines = after.split("\n");
  // A final line break does not start another line.
  if (lines.at(-1) === "") lines.pop();
  const changed = changedLines(before, after, edits);
  const shown = new Set<number>();
  for (const { first, last } of changed) {
    const ends = last - first < endsShown * 2 ? last : first + endsShown - 1;
    for (let line = first - 1; line <= ends; line++) shown.add(line);
    for (let line = Math.max(ends, last - endsShown + 1); line <= last + 1; line++) shown.add(line);
  }
  const result: string[] = [];
  let previous: number | null = null;
  for (const line of [...shown].filter((line) => line >= 1 && line <= lines.length).sort((a, b) => a - b)) {
    if (result.length >= limits.tools.editedLinesMax) return [...result, "…"];
    if (previous !== null && line > previous + 1) result.push("…");
    const text = (lines[line - 1] ?? "").replace(/\r$/u, "").replace(/^\ufeff/u, "");
    const at = changed.find(({ first }) => first === line)?.column ?? 0;
    result.push(`${line}\t${shortLine(text, at, limits.tools.editedLineCharsMax)}`);
    previous = line;
  }
  return result;
}

/** The number of lines shown at either end of a long passage. */
const endsShown = 2;

/** The first and the last line of each edit in the new text, from 1, and the column of its beginning, from 0. */
function changedLines(before: string, after: string, edits: readonly TextEdit[]) {
  let line = 1;
  let counted = 0;
  let shift = 0;
  return edits
    .toSorted((a, b) => a.start - b.start)
    .map(({ start, end, text }) => {
      const from = start + shift;
      line += breaksIn(after.slice(counted, from));
      const first = line;
      line += breaksIn(text);
      counted = from + text.length;
      shift += text.length - (end - start);
      const column = from - (after.lastIndexOf("\n", from - 1) + 1);
      // A passage of whole lines ends before the line that follows it.
      const last = text.endsWith("\n") && before[end - 1] === "\n" ? Math.max(first, line - 1) : line;
      return { first, last, column };
    });
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
