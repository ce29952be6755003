import { type Reply, signature, sse, usageOf, type Wire } from "./answer.ts";

/**
 * Gemini's streamGenerateContent: https://ai.google.dev/api/generate-content. Each call is sent as one object, never in
 * parts.
 */
export const googleWire: Wire = {
  path: /:streamGenerateContent$/u,
  events: (reply) => [
    ...(reply.thinks === undefined ? [] : [candidate([{ text: reply.thinks, thought: true }])]),
    ...(reply.say === undefined || reply.say === "" ? [] : [candidate([{ text: reply.say }])]),
    ...(reply.calls ?? []).map(({ name, input }, index) =>
      candidate([
        {
          functionCall: { name, args: typeof input === "string" ? {} : input },
          // Only the first call in a step has a signature.
          ...(reply.thinks === undefined || index > 0 ? {} : { thoughtSignature: signature }),
        },
      ]),
    ),
    candidate([{ text: "" }], reasonOf(reply), reply),
  ],
  errorBody: ({ status, message = "no", code }) => ({
    error: { code: status, message, status: code ?? "INVALID_ARGUMENT" },
  }),
  errorEvent: sse({ error: { code: 503, message: "overloaded", status: "UNAVAILABLE" } }),
};

function candidate(parts: unknown, finishReason?: string, reply?: Reply): string {
  const usage = reply === undefined ? null : usageOf(reply);
  return sse({
    candidates: [
      {
        content: { role: "model", parts },
        index: 0,
        ...(finishReason === undefined ? {} : { finishReason }),
      },
    ],
    ...(usage === null
      ? {}
      : {
          usageMetadata: {
            promptTokenCount: usage.input,
            candidatesTokenCount: usage.output,
            totalTokenCount: usage.input + usage.output,
            cachedContentTokenCount: usage.cached ?? 0,
          },
        }),
  });
}

function reasonOf({ ends }: Reply): string {
  return ends === "length" ? "MAX_TOKENS" : ends === "refusal" ? "SAFETY" : "STOP";
}
