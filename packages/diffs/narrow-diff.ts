import { limits } from "./limits.ts";
import { hunkHeader, linesOf } from "./read-lines.ts";

interface Line {
  readonly text: string;
  readonly isChange: boolean;
  /** The line's number in each file, or the number of the file's next line. */
  readonly before: number;
  readonly after: number;
}

interface Hunk {
  /** Everything after the line numbers: git's guess at the section that the first line belongs to. */
  readonly section: string;
  readonly lines: Line[];
}

/**
 * Reduces the unchanged lines around each change, and splits hunks as git does with its option `-U`. A diff with no more
 * unchanged lines than that stays the same. Text that isn't part of a hunk is kept. Takes time linear in the text.
 */
export function narrowDiff(text: string, contextLines: number = limits.contextLines): string {
  const out: string[] = [];
  let hunk: Hunk | null = null;
  let [before, after, beforeLeft, afterLeft] = [0, 0, 0, 0];
  const end = () => {
    if (hunk !== null) writeHunks(hunk, contextLines, out);
    hunk = null;
  };
  for (const line of linesOf(text)) {
    const sign = line[0];
    const isInside = beforeLeft > 0 || afterLeft > 0;
    if (hunk !== null && sign === "\\") {
      // The note belongs to the line before it, and counts as no line.
      const { lines }: Hunk = hunk;
      const last = lines.pop();
      if (last !== undefined) lines.push({ ...last, text: `${last.text}\n${line}` });
    } else if (hunk !== null && isInside && (sign === "+" || sign === "-" || sign === " " || line === "")) {
      const { lines }: Hunk = hunk;
      lines.push({ text: line, isChange: sign === "+" || sign === "-", before, after });
      if (sign !== "+") [before, beforeLeft] = [before + 1, beforeLeft - 1];
      if (sign !== "-") [after, afterLeft] = [after + 1, afterLeft - 1];
    } else {
      end();
      const found = hunkHeader.exec(line);
      if (found === null) out.push(line);
      else {
        [before, after] = [Number(found[1]), Number(found[3])];
        [beforeLeft, afterLeft] = [Number(found[2] ?? 1), Number(found[4] ?? 1)];
        hunk = { section: line.slice(found[0].length), lines: [] };
      }
    }
  }
  end();
  return out.length === 0 ? "" : `${out.join("\n")}${text.endsWith("\n") ? "\n" : ""}`;
}

function writeHunks({ section, lines }: Hunk, contextLines: number, out: string[]): void {
  const changes = lines.flatMap(({ isChange }, index) => (isChange ? [index] : []));
  for (let at = 0; at < changes.length; ) {
    const first = Math.max(0, (changes[at] ?? 0) - contextLines);
    let last = changes[at] ?? 0;
    for (at++; (changes[at] ?? Number.POSITIVE_INFINITY) - last - 1 <= 2 * contextLines; at++)
      last = changes[at] ?? last;
    const shown = lines.slice(first, last + contextLines + 1);
    out.push(`${headerOf(shown)}${sectionBefore(lines.slice(0, first)) ?? section}`);
    for (const { text } of shown) out.push(text);
  }
}

/**
 * Returns the last line of the old file that git takes for a heading (`def_ff` in its xdiff-interface.c): one that begins
 * with a letter, `_` or `$`. Null if there is none among these lines.
 */
function sectionBefore(lines: readonly Line[]): string | null {
  const found = lines.findLast(({ text }) => /^[ -][a-z_$]/iu.test(text));
  if (found === undefined) return null;
  const [line = ""] = found.text.slice(1).split("\n", 1);
  return ` ${Buffer.from(line).subarray(0, sectionBytesMax).toString().trimEnd()}`;
}

const sectionBytesMax = 80;

function headerOf(lines: readonly Line[]): string {
  const [first] = lines;
  const [deleted, added] = [countOf(lines, "+"), countOf(lines, "-")];
  return `@@ -${rangeOf(first?.before ?? 0, deleted)} +${rangeOf(first?.after ?? 0, added)} @@`;
}

/** Counts the lines of one file, which are those without the other file's sign. */
function countOf(lines: readonly Line[], otherSign: string): number {
  return lines.filter(({ text }) => !text.startsWith(otherSign)).length;
}

/** git leaves out the count of a single line. */
function rangeOf(start: number, count: number): string {
  return count === 1 ? String(start) : `${start},${count}`;
}
