import type { Line } from "./lines.ts";

/** Whole lines, counted from 1, and their new text. If the new text is empty, the lines are removed. */
export interface LineEdit {
  readonly first: number;
  readonly last: number;
  readonly text: string;
}

export interface PlannedPart {
  readonly edits: readonly LineEdit[];
  readonly title: string;
  /** A sentence without its end: “Removed the row …”. */
  readonly summary: string;
}

/** A part that the instruction may mean. */
export interface Place {
  readonly line: number;
  /** The text of the line, to show in a question. */
  readonly shown: string;
  /** Null if the part cannot be changed, because of `problem`. */
  readonly plan: PlannedPart | null;
  readonly problem: string;
}

export interface PageText {
  readonly text: string;
  readonly lines: readonly Line[];
  readonly framework: string;
}

export function lineEdit({ line, text }: { readonly line: number; readonly text: string }): LineEdit {
  return { first: line, last: line, text };
}

export function place(page: PageText, line: number, plan: PlannedPart): Place {
  return { line, shown: page.lines[line - 1]?.text ?? "", plan, problem: "" };
}

export function problem(page: PageText, line: number, why: string): Place {
  return { line, shown: page.lines[line - 1]?.text ?? "", plan: null, problem: why };
}

export function shortened(text: string): string {
  const points = [...text];
  return points.length > shownMax ? `${points.slice(0, shownMax).join("")}…` : text;
}
const shownMax = 80;
