import { TurnError } from "../../../errors.ts";
import { attachmentsIgnored } from "../attached.ts";
import type { Model, ModelReply, ToolCall, TranscriptEntry } from "../model.ts";
import { followPrompt, type Request, requestIn } from "./follow-prompt.ts";
import { CannotDo, type PlannedCall } from "./work/work.ts";

/**
 * Creates the model that works without a language model. It parses the instruction and uses the same tools as other
 * models. It is a pure function of the transcript: for each step, it follows the prompt from the start with the
 * transcript's results, and returns the next calls.
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
  const { request, steps } = currentWork(transcript);
  const work = followPrompt(request);
  try {
    let next = work.next();
    for (const step of steps) {
      if (!isSame(next.value, step)) {
        throw new TurnError(
          "model_error",
          "The built-in editor cannot continue another model's work. Send the message again.",
        );
      }
      next = work.next(step.results);
    }
    return replyWith(next.value, steps.length);
  } catch (error) {
    if (!(error instanceof CannotDo)) throw error;
    const message = transcript.findLast(({ type }) => type === "user");
    const ignored =
      message?.type === "user" && message.attachments !== undefined ? ` ${attachmentsIgnored}` : "";
    throw new TurnError(error.code, `${error.message}${ignored}`, { cause: error });
  }
}

/** Returns the last request and its valid steps. A conflict restarts the work. */
function currentWork(transcript: readonly TranscriptEntry[]): { request: Request; steps: readonly Step[] } {
  const prompts: string[] = [];
  let steps: Step[] = [];
  for (const entry of transcript) {
    if (entry.type === "earlier" && entry.role === "user") prompts.push(entry.text);
    else if (entry.type === "earlier" && entry.role === "notice") prompts.length = 0;
    else if (entry.type === "user") {
      prompts.push(entry.text);
      steps = [];
    } else if (entry.type === "feedback" && entry.reason === "conflict") steps = [];
    else if (entry.type === "step") steps.push(entry);
  }
  return { request: requestIn(prompts), steps };
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
