import { limits } from "../limits.ts";
import type { Result } from "./converse.ts";

/**
 * Returns the work that a turn leaves to people, one sentence each: problems, configuration written as code, and the
 * agent's notes.
 */
export function leftToDo({ report, manual, said }: Result): readonly string[] {
  const placeOf = ({ path, line }: { readonly path: string; readonly line: number | null }) =>
    `${path}${line === null ? "" : `:${line}`}: `;
  // If a note is about the same place as a problem, list only the note, because it says more.
  const problems = (report?.problems ?? []).filter(
    (problem) => !said.notes.some((note) => note.startsWith(placeOf(problem))),
  );
  const found = [...problems, ...manual].map((each) => placeOf(each) + each.message);
  const all = [...new Set([...found, ...said.notes])];
  const { notesMax } = limits.tools;
  return all.length <= notesMax
    ? all
    : [...all.slice(0, notesMax - 1), `And ${all.length - notesMax + 1} more.`];
}
