import { limits } from "../../../limits.ts";
import type { ToolInput } from "../../tools/index.ts";
import { notUnderstood } from "./not-understood.ts";
import { parseInstructions } from "./parse-instructions.ts";
import { carryOut } from "./work/index.ts";
import { CannotDo, type Outcome, type PlannedCall, type Work } from "./work/work.ts";

/**
 * Parses a prompt and carries out its instructions in order, all or none: if one is not understood or cannot be done,
 * it throws `CannotDo` and nothing is pushed. Calls `finish` at the end, and again after feedback: problems from the
 * checks are for the reviewer, because fixing them takes judgment.
 */
export function* followPrompt(prompt: string): Work<never> {
  const parts = parseInstructions(prompt);
  const instructions = parts.flatMap(({ instruction }) => (instruction === null ? [] : [instruction]));
  if (instructions.length === 0 || instructions.length < parts.length) {
    throw new CannotDo(notUnderstood(prompt, parts));
  }
  const outcomes: Outcome[] = [];
  for (const instruction of instructions) outcomes.push(yield* carryOut(instruction));
  const finish: readonly PlannedCall[] = [{ name: "finish", input: finishInput(outcomes) }];
  for (;;) yield finish;
}

/** Describes the work for the pull request, or says why nothing changed. */
export function finishInput(outcomes: readonly Outcome[]): ToolInput<"finish"> {
  const changed = outcomes.filter((outcome) => outcome.changed);
  const lines = outcomes.map(({ summary }) => summary);
  const text = lines.length === 1 ? (lines[0] ?? "") : lines.map((line) => `- ${line}`).join("\n");
  const summary = changed.length === 0 ? `Nothing to change. ${text}` : text;
  const notes = outcomes.flatMap((outcome) => outcome.notes);
  return {
    summary: cut(
      changed.length === 0 && lines.length > 1 ? `Nothing to change.\n\n${text}` : summary,
      limits.tools.summaryCharsMax,
    ),
    notes: boundedNotes(notes),
    ...(changed.length === 0 ? {} : { title: titleOf(changed) }),
  };
}

function titleOf(changed: readonly Outcome[]): string {
  const [first] = changed;
  const more =
    changed.length === 1
      ? ""
      : `, and ${changed.length - 1} more ${changed.length === 2 ? "change" : "changes"}`;
  const title = (first?.title ?? "").replace(/\s+/gu, " ");
  return cut(title, limits.policy.pullRequestTitleCharsMax - more.length) + more;
}

function boundedNotes(notes: readonly string[]): string[] {
  const { notesMax, noteCharsMax } = limits.tools;
  const all = notes.map((note) => cut(note, noteCharsMax));
  if (all.length <= notesMax) return all;
  return [...all.slice(0, notesMax - 1), `And ${all.length - notesMax + 1} more.`];
}

function cut(text: string, max: number): string {
  return text.length <= max ? text : `${text.slice(0, max - 1).toWellFormed()}…`;
}
