import type { Note } from "#site";
import { limits } from "../../limits.ts";

/** Cuts a result to whole lines for a model. The last line says how many are left out, if any, and how to get them. */
export function boundText(
  text: string,
  howToGetMore: string,
  bytesMax: number = limits.turn.toolTextBytesMax,
): string {
  const { toolTextLinesMax } = limits.turn;
  if (text.length * 3 <= bytesMax && text.length < toolTextLinesMax) return text;
  const lines = text.split("\n");
  const kept = wholeLines(lines, { linesMax: toolTextLinesMax, bytesMax });
  if (kept === lines.length) return text;
  const note = `[${kept} of the ${lines.length} lines of this result shown. ${howToGetMore}]`;
  const room = {
    linesMax: toolTextLinesMax - 1,
    bytesMax: bytesMax - Buffer.byteLength(note) - 8,
  };
  const shown = wholeLines(lines, room);
  return [...lines.slice(0, shown), note.replace(/^\[\d+/u, `[${shown}`)].join("\n");
}

/** Returns the number of lines that fit, including their line breaks. */
export function wholeLines(lines: readonly string[], room: { linesMax: number; bytesMax: number }): number {
  let bytes = 0;
  let count = 0;
  for (const line of lines) {
    bytes += Buffer.byteLength(line) + 1;
    if (count === room.linesMax || bytes > room.bytesMax) break;
    count++;
  }
  return count;
}

/**
 * Formats a list under a heading, unless it is empty. If the list is cut to `limits.tools.itemsShownMax`, a line says
 * so.
 */
export function listText(heading: string, items: readonly string[]): string[] {
  if (items.length === 0) return [];
  const shown = items.slice(0, limits.tools.itemsShownMax);
  const more = items.length - shown.length;
  return [heading, ...shown.map((item) => `- ${item}`), ...(more > 0 ? [`- … and ${more} more`] : [])];
}

export function notesText(notes: readonly Note[]): string[] {
  return listText(
    "Review these yourself:",
    notes.map(({ path, line, message }) => `${place(path, line)}: ${message}`),
  );
}

export function place(path: string, line: number | null): string {
  return line === null ? path : `${path}:${line}`;
}

/** "1 page", "3 pages". */
export function counted(count: number, noun: string, plural = `${noun}s`): string {
  return `${count} ${count === 1 ? noun : plural}`;
}

export function sum(items: readonly { readonly count: number }[]): number {
  return items.reduce((total, { count }) => total + count, 0);
}

/** Cuts a line to `max` characters around the character at `at`, because a single minified line could fill a result. */
export function shortLine(text: string, at = 0, max: number = limits.tools.lineCharsMax): string {
  if (text.length <= max) return text;
  const start = Math.max(0, Math.min(at - Math.floor(max / 4), text.length - max));
  const part = text.slice(start, start + max).toWellFormed();
  return `${start > 0 ? "…" : ""}${part}${start + max < text.length ? "…" : ""}`;
}

/** The number of characters at the beginning that two texts share. */
export function commonStart(a: string, b: string): number {
  let length = 0;
  while (length < a.length && a[length] === b[length]) length++;
  return length;
}
