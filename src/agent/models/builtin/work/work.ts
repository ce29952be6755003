import type { ToolData, ToolInput, ToolName } from "../../../tools/index.ts";
import type { ToolResult } from "../../model.ts";

/** A call that the editor wants to make, before it has an id. */
export interface PlannedCall {
  readonly name: ToolName;
  readonly input: ToolInput<ToolName>;
}

/**
 * Work in steps: it yields the calls of one step, is handed their results, and in the end answers. It reads nothing
 * else, so that work that is handed the same results makes the same calls.
 */
export type Work<Answer> = Generator<readonly PlannedCall[], Answer, readonly ToolResult[]>;

/** What one instruction came to. */
export interface Outcome {
  /** False where everything was as asked already. */
  readonly changed: boolean;
  /** For the pull request's title: “Rename Acme Cloud to Acme Platform”. */
  readonly title: string;
  /** A sentence or two of Markdown. */
  readonly summary: string;
  /** What a person still has to look at, a sentence each. */
  readonly notes: readonly string[];
}

/**
 * Ends the work: the instruction was understood and cannot be carried out as it stands, since a name in it means
 * nothing or more than one thing, or a tool refused. The message says so and what to write instead.
 */
export class CannotDo extends Error {
  override readonly name = "CannotDo";
}

/** One call in a step of its own. */
export function* call<Name extends ToolName>(name: Name, input: ToolInput<Name>): Work<ToolData<Name>> {
  const [data] = yield* callAll(name, [input]);
  if (data === undefined) throw new CannotDo(`${name} gave no answer.`);
  return data;
}

/** Several calls of one tool in one step; none for no inputs. */
export function* callAll<Name extends ToolName>(
  name: Name,
  inputs: readonly ToolInput<Name>[],
): Work<readonly ToolData<Name>[]> {
  if (inputs.length === 0) return [];
  const results = yield inputs.map((input) => ({ name, input }));
  return results.map((result) => {
    if (!result.ok) throw new CannotDo(result.text);
    // What the tool of this name answered: the executor ran it, or the journal kept it.
    return result.data as ToolData<Name>;
  });
}
