import type { Note } from "../../../../docs/index.ts";

/** What a tool left for a person, a line each. */
export function noteLines(notes: readonly Note[]): string[] {
  return notes.map(({ path, line, message }) => `${line === null ? path : `${path}:${line}`}: ${message}`);
}
