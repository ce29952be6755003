/** One replacement, in UTF-16 offsets of the text that it was made for. `start === end` inserts. */
export interface TextEdit {
  readonly start: number;
  readonly end: number;
  readonly text: string;
}

/**
 * Applies edits that were all made for `text`; everything outside them stays as it is. Insertions at one offset keep
 * the order in which they are given. Throws a RangeError on edits that overlap or lie outside of the text: that is a
 * fault of the caller, and half an edit must never be written.
 */
export function applyEdits(text: string, edits: readonly TextEdit[]): string {
  const sorted = [...edits].sort((a, b) => a.start - b.start || a.end - b.end);
  let result = "";
  let at = 0;
  for (const edit of sorted) {
    if (edit.start > edit.end || edit.end > text.length) {
      throw new RangeError(
        `edit ${edit.start}–${edit.end} lies outside of a text of ${text.length} characters`,
      );
    }
    if (edit.start < at) throw new RangeError(`edits overlap at offset ${edit.start}`);
    result += text.slice(at, edit.start) + edit.text;
    at = edit.end;
  }
  return result + text.slice(at);
}
