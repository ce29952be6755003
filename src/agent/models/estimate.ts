import { messagesOf } from "./messages.ts";
import type { ModelReply, ModelRequest, TokenUsage } from "./model.ts";

/**
 * Tokens of a call that the provider did not count for us: caps hold for servers that tell nothing, and for calls that
 * were cut off. English and Markdown have some four characters a token, and code fewer: rather too many than too few.
 */
const charsPerToken = 3.5;

/** What was sent; nothing came back. */
export function estimateRequest({ system, tools, transcript }: ModelRequest): TokenUsage {
  const chars = system.length + JSON.stringify(tools).length + JSON.stringify(messagesOf(transcript)).length;
  return { inputTokens: tokensOf(chars), outputTokens: 0, estimated: true };
}

export function estimateCall(request: ModelRequest, { text, toolCalls }: ModelReply): TokenUsage {
  const calls = toolCalls.map(({ name, input }) => [name, input]);
  const outputTokens = tokensOf(text.length + JSON.stringify(calls).length);
  return { ...estimateRequest(request), outputTokens };
}

export function isCounted({ usage }: ModelReply): boolean {
  return usage.inputTokens > 0 || usage.outputTokens > 0;
}

/** A call's with those that were lost before it. */
export function totalOf(usage: TokenUsage, lost: readonly TokenUsage[]): TokenUsage {
  if (lost.length === 0) return usage;
  const sum = (kind: "inputTokens" | "outputTokens") => lost.reduce((total, one) => total + one[kind], 0);
  const lostInputTokens = sum("inputTokens");
  return {
    ...usage,
    inputTokens: usage.inputTokens + lostInputTokens,
    outputTokens: usage.outputTokens + sum("outputTokens"),
    lostInputTokens,
  };
}

function tokensOf(chars: number): number {
  return Math.ceil(chars / charsPerToken);
}
