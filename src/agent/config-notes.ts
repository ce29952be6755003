import type { Note } from "#site";
import type { ToolResult, TranscriptEntry } from "./models/model.ts";

/**
 * Returns the configuration notes of all refactorings in the turn, except those that were reverted: changes that a
 * person must make, because the navigation or the redirects are code. The data of every refactoring tool includes its
 * notes.
 */
export function configNotes(transcript: readonly TranscriptEntry[]): Note[] {
  let held: { readonly about: readonly string[]; readonly note: Note }[] = [];
  for (const { ok, data } of transcript.flatMap(resultsOf)) {
    if (!ok || typeof data !== "object" || data === null) continue;
    if ("reverted" in data) {
      const reverted = new Set(strings(data.reverted));
      const isAll = "all" in data && data.all === true;
      held = held.filter(
        ({ about }) => !isAll && !(about.length > 0 && about.every((path) => reverted.has(path))),
      );
    }
    const notes: readonly unknown[] = "notes" in data && Array.isArray(data.notes) ? data.notes : [];
    const about = pathsOf(data);
    for (const note of notes) if (isNote(note) && note.kind === "config") held.push({ about, note });
  }
  const unique = new Map(held.map(({ note }) => [`${note.path}:${note.line}:${note.message}`, note]));
  return [...unique.values()];
}

function resultsOf(entry: TranscriptEntry): readonly ToolResult[] {
  return entry.type === "step" ? entry.results : [];
}

/** The pages that a refactoring added, moved or deleted. If all of them are reverted, its notes are obsolete. */
function pathsOf(data: object): string[] {
  const moved: readonly unknown[] = "moved" in data && Array.isArray(data.moved) ? data.moved : [];
  return [
    ...("path" in data ? strings([data.path]) : []),
    ...("deleted" in data ? strings([data.deleted]) : []),
    ...moved.flatMap((one) =>
      typeof one === "object" && one !== null && "from" in one && "to" in one
        ? strings([one.from, one.to])
        : [],
    ),
  ];
}

function strings(value: unknown): string[] {
  return Array.isArray(value) ? value.filter((one) => typeof one === "string") : [];
}

function isNote(note: unknown): note is Note {
  return typeof note === "object" && note !== null && "kind" in note && "message" in note;
}
