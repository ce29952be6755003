import { TurnError } from "../../../errors.ts";
import type { Model, ModelReply, ToolCall, TranscriptEntry } from "../model.ts";
import { followPrompt } from "./follow-prompt.ts";
import { CannotDo, type PlannedCall } from "./work/work.ts";

/**
 * The model that needs no language model: it reads the instruction by its grammar and drives the same tools. A pure
 * function of the transcript: it follows the prompt from its start, is handed the results that the transcript
 * holds, and answers with the calls that come next.
 */
export function createBuiltinEditor(): Model {
  return {
    id: "builtin/editor",
    step: async ({ transcript }, signal) => {
      signal.throwIfAborted();
      return nextReply(transcript);
    },
  };
}

type Step = Extract<TranscriptEntry, { type: "step" }>;

function nextReply(transcript: readonly TranscriptEntry[]): ModelReply {
  const { prompt, steps } = currentWork(transcript);
  const work = followPrompt(prompt);
  try {
    let next = work.next();
    for (const step of steps) {
      if (!isSame(next.value, step)) {
        throw new TurnError(
          "model_error",
          "The builtin editor cannot go on with work that it did not begin. Send the message again.",
        );
      }
      next = work.next(step.results);
    }
    return replyWith(next.value, steps.length);
  } catch (error) {
    if (error instanceof CannotDo)
      throw new TurnError("needs_language_model", error.message, { cause: error });
    throw error;
  }
}

/** The last message, and the steps that still stand: after a conflict everything is done again. */
function currentWork(transcript: readonly TranscriptEntry[]): { prompt: string; steps: readonly Step[] } {
  let prompt = "";
  let steps: Step[] = [];
  for (const entry of transcript) {
    if (entry.type === "user") [prompt, steps] = [entry.text, []];
    else if (entry.type === "feedback" && entry.reason === "conflict") steps = [];
    else if (entry.type === "step") steps.push(entry);
  }
  return { prompt, steps };
}

function isSame(planned: readonly PlannedCall[], { reply }: Step): boolean {
  return (
    planned.length === reply.toolCalls.length &&
    planned.every(({ name }, index) => name === reply.toolCalls[index]?.name)
  );
}

function replyWith(planned: readonly PlannedCall[], step: number): ModelReply {
  const toolCalls = planned.map(({ name, input }, index): ToolCall => {
    return { id: `call-${step + 1}-${index + 1}`, name, input };
  });
  return { text: "", toolCalls, usage: { inputTokens: 0, outputTokens: 0 } };
}
