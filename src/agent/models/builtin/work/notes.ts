import type { Note } from "#site";

/** What a tool left for a person, a line each. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.map(({ path, line, message }) => `${line === null ? path : `${path}:${line}`}: ${message}`);
}
