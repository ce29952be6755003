import { TurnError } from "../../errors.ts";
import { limits } from "../../limits.ts";
import type { Model, ModelReply, ToolDescription } from "./model.ts";

const word = "documentation";
const reportTool: ToolDescription = {
  name: "report",
  description: "Reports one word.",
  inputSchema: {
    type: "object",
    properties: { word: { type: "string" } },
    required: ["word"],
    additionalProperties: false,
  },
};
const tools: readonly ToolDescription[] = [reportTool];

/**
 * Sends one small request, and returns a sentence that says whether the model responds, calls a tool and streams.
 * Throws an error if the model does not respond or does not call the tool. A model without `facts` sends no requests,
 * so there is nothing to test.
 */
export async function probeModel(model: Model, signal: AbortSignal): Promise<string> {
  if (model.facts === undefined) return `${model.id} needs no language model`;
  const reply = await model.step(
    {
      system: "This is a test. Do exactly what you are asked.",
      tools,
      triesMax: limits.models.trialTriesMax,
      transcript: [
        {
          type: "user",
          text: `First write one sentence of about twenty words on writing well. Then call the report tool with the word “${word}”.`,
        },
      ],
    },
    signal,
  );
  if (!calledTool(reply))
    throw new TurnError(
      "model_error",
      `${model.id} responds, but did not call a tool when asked to. Choose another model.`,
    );
  const streams = (reply.pieces ?? 0) > 1 ? "streams" : "does not stream (its reply came in one piece)";
  const counts =
    reply.usage.estimated === true ? "; it does not report its token usage, so the usage is estimated" : "";
  return `${model.id} responds, calls a tool, and ${streams}${counts}`;
}

function calledTool({ toolCalls }: ModelReply): boolean {
  return toolCalls.some(({ name, input, unreadable }) => {
    if (name !== reportTool.name || unreadable !== undefined) return false;
    return typeof input === "object" && input !== null && "word" in input && typeof input.word === "string";
  });
}
