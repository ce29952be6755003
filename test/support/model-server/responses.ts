import { argumentsOf, idOf, pieces, type Reply, signature, sse, usageOf, type Wire } from "./answer.ts";

const event = (data: { type: string } & Record<string, unknown>) => sse(data, data.type);

/** OpenAI's Responses API: https://platform.openai.com/docs/api-reference/responses-streaming */
export const responsesWire: Wire = {
  path: /\/responses$/u,
  events: (reply) => [
    event({ type: "response.created", response: { id: "resp_1", created_at: 1, model: "gpt-test" } }),
    ...(reply.thinks === undefined ? [] : reasoning()),
    ...message(reply),
    ...(reply.calls ?? []).flatMap((call, i) => {
      const item = { type: "function_call", id: `fc_${i}`, call_id: idOf(call, i), name: call.name };
      return [
        event({ type: "response.output_item.added", output_index: i + 1, item: { ...item, arguments: "" } }),
        ...pieces(argumentsOf(call)).map((delta) =>
          event({
            type: "response.function_call_arguments.delta",
            item_id: `fc_${i}`,
            output_index: i + 1,
            delta,
          }),
        ),
        event({
          type: "response.output_item.done",
          output_index: i + 1,
          item: { ...item, arguments: argumentsOf(call), status: "completed" },
        }),
      ];
    }),
    end(reply),
  ],
  errorBody: ({ status, message = "no", code }) => ({
    error: {
      message,
      type: status === 429 ? "rate_limit_error" : "invalid_request_error",
      param: null,
      code: code ?? null,
    },
  }),
  errorEvent: event({
    type: "error",
    sequence_number: 1,
    error: { type: "server_error", code: "server_error", message: "The server had an error", param: null },
  }),
};

/** The reasoning's text stays with the provider, and only the encrypted form is sent. */
function reasoning(): string[] {
  const item = { type: "reasoning", id: "rs_0", summary: [] };
  return [
    event({ type: "response.output_item.added", output_index: 0, item: { ...item, encrypted_content: "" } }),
    event({
      type: "response.output_item.done",
      output_index: 0,
      item: { ...item, encrypted_content: signature },
    }),
  ];
}

function message({ say = "", ends }: Reply): string[] {
  if (say === "" && ends !== "refusal") return [];
  const refused = ends === "refusal";
  const part = refused
    ? { type: "refusal", refusal: say }
    : { type: "output_text", text: say, annotations: [] };
  return [
    event({
      type: "response.output_item.added",
      output_index: 0,
      item: { type: "message", id: "msg_0", role: "assistant", status: "in_progress", content: [] },
    }),
    ...pieces(say).map((delta) =>
      event({
        type: refused ? "response.refusal.delta" : "response.output_text.delta",
        item_id: "msg_0",
        output_index: 0,
        content_index: 0,
        delta,
      }),
    ),
    ...(refused
      ? [
          event({
            type: "response.refusal.done",
            item_id: "msg_0",
            output_index: 0,
            content_index: 0,
            refusal: say,
          }),
        ]
      : []),
    event({
      type: "response.output_item.done",
      output_index: 0,
      item: { type: "message", id: "msg_0", role: "assistant", status: "completed", content: [part] },
    }),
  ];
}

function end(reply: Reply): string {
  const { input, output, cached = 0 } = usageOf(reply);
  const usage = {
    input_tokens: input,
    input_tokens_details: { cached_tokens: cached },
    output_tokens: output,
    output_tokens_details: { reasoning_tokens: 0 },
  };
  return reply.ends === "length"
    ? event({
        type: "response.incomplete",
        response: { incomplete_details: { reason: "max_output_tokens" }, usage },
      })
    : event({ type: "response.completed", response: { incomplete_details: null, usage } });
}
