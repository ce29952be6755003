import { z } from "zod";
import type { TokenUsage } from "../models/model.ts";

const count = z.int().min(0).max(1e12).nullish();

/** The usage of a prompt. The protocol does not define it yet, but some agents send it with their response. */
const answer = z.object({
  usage: z.object({
    inputTokens: count,
    outputTokens: count,
    cachedReadTokens: count,
    cachedWriteTokens: count,
  }),
});

/** Returns zeros if the agent reports no readable usage. `costUsd` is the prompt's cost; null if unknown. */
export function usageOf(response: unknown, costUsd: number | null): TokenUsage {
  const parsed = answer.safeParse(response);
  const reported = parsed.success ? parsed.data.usage : {};
  const cacheReadTokens = reported.cachedReadTokens ?? 0;
  const cacheWriteTokens = reported.cachedWriteTokens ?? 0;
  return {
    // Agents count cached tokens separately; here, `inputTokens` is the total.
    inputTokens: (reported.inputTokens ?? 0) + cacheReadTokens + cacheWriteTokens,
    outputTokens: reported.outputTokens ?? 0,
    cacheReadTokens,
    cacheWriteTokens,
    ...(costUsd === null ? {} : { costUsd }),
  };
}
