import { argumentsOf, idOf, pieces, type Reply, signature, sse, usageOf, type Wire } from "./answer.ts";

const event = (data: { type: string } & Record<string, unknown>) => sse(data, data.type);

/** The Messages API: https://docs.anthropic.com/en/api/messages-streaming */
export const anthropicWire: Wire = {
  path: /\/messages$/u,
  events: (reply) => [start(reply), ...content(reply), ...stop(reply)],
  errorBody: ({ status, message = "no", code }) => ({
    type: "error",
    error: { type: code ?? typeOf(status), message },
  }),
  errorEvent: event({ type: "error", error: { type: "overloaded_error", message: "Overloaded" } }),
};

function typeOf(status: number): string {
  return status === 429 ? "rate_limit_error" : status === 529 ? "overloaded_error" : "invalid_request_error";
}

function start(reply: Reply): string {
  const { input, cached = 0 } = usageOf(reply);
  const usage = {
    input_tokens: input - cached,
    cache_read_input_tokens: cached,
    cache_creation_input_tokens: 0,
    output_tokens: 1,
  };
  return event({
    type: "message_start",
    message: {
      id: "msg_1",
      type: "message",
      role: "assistant",
      model: "claude-test",
      content: [],
      stop_reason: null,
      stop_sequence: null,
      usage,
    },
  });
}

function content({ thinks, say = "", calls = [] }: Reply): string[] {
  const blocks: string[][] = thinks === undefined ? [] : [thinking(thinks)];
  if (say !== "")
    blocks.push(block(blocks.length, { type: "text", text: "" }, pieces(say), "text_delta", "text"));
  for (const [i, call] of calls.entries())
    blocks.push(
      block(
        blocks.length,
        { type: "tool_use", id: idOf(call, i), name: call.name, input: {} },
        pieces(argumentsOf(call)),
        "input_json_delta",
        "partial_json",
      ),
    );
  return blocks.flat();
}

function thinking(text: string): string[] {
  const open = { type: "thinking", thinking: "", signature: "" };
  const [start = "", ...rest] = block(0, open, pieces(text), "thinking_delta", "thinking");
  const signed = event({
    type: "content_block_delta",
    index: 0,
    delta: { type: "signature_delta", signature },
  });
  return [start, ...rest.slice(0, -1), signed, ...rest.slice(-1)];
}

function block(
  index: number,
  open: Record<string, unknown>,
  parts: readonly string[],
  type: string,
  field: string,
): string[] {
  return [
    event({ type: "content_block_start", index, content_block: open }),
    ...parts.map((part) => event({ type: "content_block_delta", index, delta: { type, [field]: part } })),
    event({ type: "content_block_stop", index }),
  ];
}

function stop(reply: Reply): string[] {
  const reasons = { length: "max_tokens", refusal: "refusal" } as const;
  const natural = (reply.calls ?? []).length > 0 ? "tool_use" : "end_turn";
  const reason = reply.ends === undefined ? natural : reasons[reply.ends];
  return [
    event({
      type: "message_delta",
      delta: { stop_reason: reason, stop_sequence: null },
      usage: { output_tokens: usageOf(reply).output },
    }),
    event({ type: "message_stop" }),
  ];
}
