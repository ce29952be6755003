import type { Note } from "#site";

/** Formats the notes that a tool left for a person, one line each. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes
    .filter(({ kind }) => kind !== "scope")
    .map(({ path, line, message }) => `${line === null ? path : `${path}:${line}`}: ${message}`);
}

/** The sentences about pages that the instruction did not cover. These need no review. */
export function scopeFacts(notes: readonly Note[]): string[] {
  return notes.flatMap(({ kind, message }) => (kind === "scope" ? [message] : []));
}
