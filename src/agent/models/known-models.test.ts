import { expect, it } from "vitest";
import { factsOf } from "./known-models.ts";

const facts = (id: string) => {
  const { price, contextTokens, editing } = factsOf(id, {});
  return [price?.inputUsd ?? null, contextTokens, editing];
};

it.each([
  ["anthropic/claude-opus-5-5", [4, 1_000_000, "exact"]],
  ["anthropic/claude-opus-4-1-20250805", [15, 200_000, "exact"]],
  ["openai/gpt-6.1-sol", [2, 272_000, "exact"]],
  ["openai/gpt-5.9-new", [null, 272_000, "exact"]],
  ["google/gemini-4-argon", [4, 1_000_000, "exact"]],
  // The same models by their names on a gateway.
  ["openai-compatible/anthropic/claude-opus-5.5", [4, 1_000_000, "exact"]],
  ["openai-compatible/openai/gpt-6-sol", [2, 272_000, "exact"]],
  // Models that these providers do not offer themselves.
  ["openai-compatible/openai/gpt-oss-120b", [null, 128_000, "exact"]],
  ["openai-compatible/google/gemma-3-27b-it", [null, 128_000, "exact"]],
  ["openai-compatible/mistral:7b", [null, 128_000, "sections"]],
  ["openai-compatible/mistral-large-latest", [null, 128_000, "exact"]],
])("%s: %j", (id, expected) => {
  expect(facts(id)).toEqual(expected);
});

it("prefers the operator's values to ours, field by field", () => {
  const notes = { "openai-compatible/openai/gpt-6": { contextTokens: 50_000 } };
  expect(factsOf("openai-compatible/openai/gpt-6-sol", notes)).toMatchObject({
    price: { inputUsd: 2 },
    contextTokens: 50_000,
  });
});
