import { argumentsOf, idOf, pieces, type Reply, sse, usageOf, type Wire } from "./answer.ts";

/** OpenAI's chat completions: https://platform.openai.com/docs/api-reference/chat-streaming */
export const chatWire: Wire = {
  path: /\/chat\/completions$/u,
  events: (reply) => [
    chunk({ role: "assistant", content: "" }),
    ...pieces(reply.thinks ?? "").map((part) => chunk({ reasoning_content: part })),
    ...pieces(reply.say ?? "").map((content) => chunk({ content })),
    ...(reply.calls ?? []).flatMap((call, index) => [
      chunk({
        tool_calls: [
          {
            index,
            id: idOf(call, index),
            type: "function",
            function: { name: call.name, arguments: "" },
          },
        ],
      }),
      ...pieces(argumentsOf(call)).map((part) =>
        chunk({ tool_calls: [{ index, function: { arguments: part } }] }),
      ),
    ]),
    chunk({}, reasonOf(reply)),
    usage(reply),
    sse("[DONE]"),
  ],
  errorBody: ({ status, message = "no", code }) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      code: code ?? null,
    },
  }),
  errorEvent: sse({ error: { message: "The server had an error", type: "server_error", code: null } }),
};

function chunk(delta: unknown, finish: string | null = null): string {
  return sse({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "test",
    choices: [{ index: 0, delta, finish_reason: finish }],
  });
}

function usage(reply: Reply): string {
  const { input, output, cached = 0 } = usageOf(reply);
  return sse({
    id: "chatcmpl-1",
    object: "chat.completion.chunk",
    created: 1,
    model: "test",
    choices: [],
    usage: {
      prompt_tokens: input,
      completion_tokens: output,
      total_tokens: input + output,
      prompt_tokens_details: { cached_tokens: cached },
    },
  });
}

function reasonOf({ ends, calls = [] }: Reply): string {
  if (ends === "length") return "length";
  if (ends === "refusal") return "content_filter";
  return calls.length > 0 ? "tool_calls" : "stop";
}
