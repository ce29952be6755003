import type { z } from "zod";
import type { CheckReport, Problem, Site } from "#site";
import type { Workspace } from "../../workspace/index.ts";
import type { CodeReader } from "../code/code-reader.ts";
import type { SeenTexts } from "./seen-texts.ts";

/** What the tools of one turn work on. Edits go to the workspace's overlay and nowhere else. */
export interface ToolContext {
  readonly workspace: Workspace;
  /** The site as the overlay has it now; opened again only after a change. */
  site(): Promise<Site>;
  /** The site as the turn found it. */
  baseSite(): Promise<Site>;
  /** Problems that are new against the base. */
  checks(): Promise<CheckReport>;
  /** Those of them that have to do with these files: quick enough to be asked after each step. */
  problemsOn(paths: ReadonlySet<string>): Promise<readonly Problem[]>;
  /** Texts that the model was shown in this turn. */
  readonly seen: SeenTexts;
  /** Files that calls of `edit` changed in this very step, by path; absent outside of one. */
  readonly editedInStep?: Map<string, StepEdit>;
  /** Repositories beside the docs' own; null in a project that names none. */
  readonly code: CodeReader | null;
  readonly signal: AbortSignal;
}

/** The hash of a file before the first edit of a step, and after the last one so far. */
export interface StepEdit {
  readonly from: string;
  readonly to: string;
}

/**
 * One tool. `run` throws `ToolError` for what the model can mend, with a text that says how; any other error fails
 * the turn. What it did to the overlay before it threw is undone.
 */
export interface Tool<Input = unknown, Data = unknown> {
  readonly name: string;
  /** For the model: what it does, when to use it, what it carries along. */
  readonly description: string;
  readonly input: z.ZodType<Input>;
  /** Follows "… lines shown." where the text was cut: how to see the rest. */
  readonly howToGetMore?: string;
  run(input: Input, context: ToolContext): Promise<ToolAnswer<Data>>;
}

export interface ToolAnswer<Data> {
  /** Bounded by the executor to `limits.turn.toolTextLinesMax` and `toolTextBytesMax`, never a partial line. */
  readonly text: string;
  readonly data: Data;
}
