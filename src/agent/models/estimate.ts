import { attachedTokens } from "./attached.ts";
import { messagesOf } from "./messages.ts";
import type { ModelReply, ModelRequest, TokenUsage } from "./model.ts";

/**
 * Used to estimate the number of tokens if the provider did not count them, so that budgets also apply to servers
 * without token counts and to interrupted calls. English and Markdown have about four characters per token; code has
 * fewer. The estimate errs on the high side.
 */
const charsPerToken = 3.5;

/** Estimates the tokens of a request alone, without its response. */
export function estimateRequest({ system, tools, transcript }: ModelRequest): TokenUsage {
  const messages = messagesOf(transcript);
  const chars = system.length + JSON.stringify(tools).length + JSON.stringify(messages).length;
  const inputTokens = tokensOf(chars) + Math.ceil(attachedTokens(transcript));
  return { inputTokens, outputTokens: 0, estimated: true };
}

export function estimateCall(request: ModelRequest, { text, toolCalls }: ModelReply): TokenUsage {
  const calls = toolCalls.map(({ name, input }) => [name, input]);
  const outputTokens = tokensOf(text.length + JSON.stringify(calls).length);
  return { ...estimateRequest(request), outputTokens };
}

export function isCounted({ usage }: ModelReply): boolean {
  return usage.inputTokens > 0 || usage.outputTokens > 0;
}

/** Adds the usage of failed calls to the usage of the next call. */
export function totalOf(usage: TokenUsage, lost: readonly TokenUsage[]): TokenUsage {
  if (lost.length === 0) return usage;
  const sum = (kind: "inputTokens" | "outputTokens") => lost.reduce((total, call) => total + call[kind], 0);
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
