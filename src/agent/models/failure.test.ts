import { APICallError } from "ai";
import { expect, it } from "vitest";
import { failureOf } from "./failure.ts";

const refused = (statusCode: number, responseBody: string, responseHeaders: Record<string, string> = {}) =>
  failureOf(
    new APICallError({
      message: "no",
      url: "http://models.example/v1",
      requestBodyValues: {},
      statusCode,
      responseBody,
      responseHeaders,
    }),
    null,
  );

// Messages copied from real servers.
it.each([
  ["OpenAI", 400, '{"error":{"code":"context_length_exceeded"}}'],
  ["Anthropic", 400, "prompt is too long: 213462 tokens > 200000 maximum"],
  ["Anthropic", 400, "input length and `max_tokens` exceed context limit: 198000 + 8192 > 200000"],
  ["Google", 400, "The input token count (1048577) exceeds the maximum number of tokens allowed (1048576)."],
  ["Bedrock", 400, "Input is too long for requested model."],
  ["vLLM", 400, "This model's maximum context length is 4096 tokens. However, you requested 5000 tokens"],
  ["xAI", 400, "This model's maximum prompt length is 131072 but the request contains 140000 tokens."],
  ["llama.cpp", 400, '{"error":{"type":"exceed_context_size_error","n_ctx":4096}}'],
  ["llama.cpp", 400, "the request exceeds the available context size, try increasing it"],
  [
    "LM Studio",
    400,
    "The number of tokens to keep from the initial prompt is greater than the context length",
  ],
  ["TGI", 422, "Input validation error: `inputs` tokens + `max_new_tokens` must be <= 4096"],
  ["a proxy", 413, ""],
])("recognizes that a conversation is too long for %s (%i: %s)", (_server, status, body) => {
  expect(refused(status, body)).toMatchObject({ kind: "overflow" });
});

it.each([
  ["tools.3: input_schema does not support maxLength of this length", 400],
  ["max_tokens: 200000 > 128000, which is the maximum allowed number of output tokens", 400],
  ["Failed to initialize samplers: failed to parse grammar", 400],
])("does not treat %s as an overflow", (body, status) => {
  expect(refused(status, body)).toMatchObject({ kind: "final" });
});

it("waits as long as Google's response body specifies, because Google sends no header for this", () => {
  const body =
    '{"error":{"code":429,"details":[{"@type":"type.googleapis.com/google.rpc.RetryInfo","retryDelay":"45.837906927s"}]}}';
  expect(refused(429, body)).toMatchObject({ kind: "again", afterMs: 45_838 });
  expect(refused(429, body, { "retry-after": "3" })).toMatchObject({ kind: "again", afterMs: 3000 });
  expect(refused(429, "{}")).toMatchObject({ kind: "again", afterMs: null });
});

it("does not retry for an account without credit", () => {
  const body = '{"error":{"message":"You exceeded your current quota","code":"insufficient_quota"}}';
  expect(refused(429, body)).toMatchObject({ kind: "final" });
});
