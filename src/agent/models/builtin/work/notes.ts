import type { Note } from "#site";

/** Formats the notes that a tool left for a person, one line each. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.map(({ path, line, message }) => `${line === null ? path : `${path}:${line}`}: ${message}`);
}
