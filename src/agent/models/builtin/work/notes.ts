import type { Note } from "#site";

/** Formats what a tool left for a person, one line per note. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.map(({ path, line, message }) => `${line === null ? path : `${path}:${line}`}: ${message}`);
}
