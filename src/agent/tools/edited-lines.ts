import type { TextEdit } from "#site";
import { limits } from "../../limits.ts";
import { shortLine } from "./text.ts";

/**
 * Shows the lines that edits wrote, numbered as `read` numbers them, with one line above and below each. `before` is
 * the text for which the edits were made. Of a long passage, only the first and last lines are shown. If there are many
 * places, only the first line of each is shown. The changed lines that are left out are listed by number.
 */
export function editedLines(before: string, after: string, edits: readonly TextEdit[]): string[] {
  const lines = after.split("\n");
  // A final line break does not start another line.
  if (lines.at(-1) === "") lines.pop();
  const changed = changedPlaces(before, after, edits);
  const shown = linesToShow(changed, lines.length);
  const columns = new Map(changed.flatMap(({ columns }) => [...columns]));
  const left = changed.flatMap(({ first, last }) => rangesWithout(shown, { first, last }));
  const result: string[] = [];
  for (const line of [...shown].sort((a, b) => a - b)) {
    for (let next = left[0]; next !== undefined && next.last < line; next = left[0]) {
      result.push(`[${rangeText(next)} also changed]`);
      left.shift();
    }
    const text = (lines[line - 1] ?? "").replace(/\r$/u, "").replace(/^\ufeff/u, "");
    result.push(`${line}\t${shortLine(text, columns.get(line) ?? 0, limits.tools.editedLineCharsMax)}`);
  }
  if (left.length === 0) return result;
  const named = left.slice(0, limits.tools.itemsShownMax).map(rangeText);
  const more = left.length > named.length ? ` and ${left.length - named.length} more` : "";
  return [...result, `[Also changed: ${named.join(", ")}${more}. Use diff to see them.]`];
}

interface Range {
  readonly first: number;
  readonly last: number;
}

/** A passage of the new text: its first and last line, from 1, and the column of the change in each line, from 0. */
interface Place extends Range {
  readonly columns: ReadonlyMap<number, number>;
}

/** Of a long passage, this many lines are shown at either end. */
const endsShown = 3;

/** The most that fits: everything with the lines around it, or the changed lines, or the first line of each place. */
function linesToShow(changed: readonly Place[], count: number): ReadonlySet<number> {
  const max = limits.tools.editedLinesMax;
  const ends = ({ first, last }: Range) =>
    last - first <= endsShown * 2
      ? [{ first, last }]
      : [
          { first, last: first + endsShown - 1 },
          { first: last - endsShown + 1, last },
        ];
  const around = changed.flatMap((place) => ends({ first: place.first - 1, last: place.last + 1 }));
  const starts = changed.map(({ first }) => ({ first, last: first }));
  const sets = [around, changed.flatMap(ends), starts].map((ranges) => linesIn(ranges, count));
  const fitting = sets.find((set) => set.size <= max);
  return fitting ?? new Set([...(sets.at(-1) ?? [])].sort((a, b) => a - b).slice(0, max));
}

function linesIn(ranges: readonly Range[], count: number): ReadonlySet<number> {
  const lines = new Set<number>();
  for (const { first, last } of ranges)
    for (let line = Math.max(1, first); line <= Math.min(last, count); line++) lines.add(line);
  return lines;
}

/** The parts of a range whose lines are not shown. */
function rangesWithout(shown: ReadonlySet<number>, { first, last }: Range): Range[] {
  const ranges: { first: number; last: number }[] = [];
  for (let line = first; line <= last; line++) {
    const current = ranges.at(-1);
    if (shown.has(line)) continue;
    if (current?.last === line - 1) current.last = line;
    else ranges.push({ first: line, last: line });
  }
  return ranges;
}

function rangeText({ first, last }: Range): string {
  return first === last ? `line ${first}` : `lines ${first}–${last}`;
}

function changedPlaces(before: string, after: string, edits: readonly TextEdit[]): Place[] {
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
      return { first, last, columns: columnsOf(before.slice(start, end), text, { first, column }) };
    });
}

/** Where each line of a passage differs from the line that it replaces, if the passage keeps its number of lines. */
function columnsOf(
  old: string,
  text: string,
  { first, column }: { readonly first: number; readonly column: number },
): ReadonlyMap<number, number> {
  const [was, is] = [old.split("\n"), text.split("\n")];
  if (was.length !== is.length) return new Map([[first, column]]);
  return new Map(
    is.map((line, index) => [
      first + index,
      (index === 0 ? column : 0) + commonStart(was[index] ?? "", line),
    ]),
  );
}

function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}

function breaksIn(text: string): number {
  return text.split("\n").length - 1;
}
