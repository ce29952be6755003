import type { Model, ModelReply, ModelRequest } from "../../src/agent/index.ts";

/** The model's reply in step n, counting from 0: calls as `[tool, input]`, or nothing to say that it has finished. */
export type Script = (
  step: number,
  request: ModelRequest,
  signal: AbortSignal,
) => readonly Call[] | Promise<readonly Call[]>;
export type Call = readonly [name: string, input: Readonly<Record<string, unknown>>];

/**
 * A model that follows a script, even the script of a misled model. The model repeats a call only if it is a `finish`
 * that was rejected because another call in the same step failed. `asked` is the number of steps so far.
 */
export function scriptedModel(script: Script): Model & { asked: number } {
  const model = {
    id: "builtin/editor",
    asked: 0,
    async step(request: ModelRequest, signal: AbortSignal): Promise<ModelReply> {
      model.asked++;
      const step = request.transcript.filter(({ type }) => type === "step").length;
      const calls = refusedFinish(request) ?? (await script(step, request, signal));
      signal.throwIfAborted();
      return {
        text: "",
        toolCalls: calls.map(([name, input], i) => ({ id: `call-${step}-${i}`, name, input })),
        usage: { inputTokens: 10, outputTokens: 1 },
      };
    },
  };
  return model;
}

function refusedFinish({ transcript }: ModelRequest): readonly Call[] | null {
  const last = transcript.at(-1);
  if (last?.type !== "step") return null;
  const refused = last.results.find(
    ({ name, text }) => name === "finish" && text.startsWith("finish was not carried out"),
  );
  const call = last.reply.toolCalls.find(({ id }) => id === refused?.callId);
  return call === undefined ? null : [["finish", call.input as Readonly<Record<string, unknown>>]];
}
