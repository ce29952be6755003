import { createAnthropic } from "@ai-sdk/anthropic";
import { limits } from "../../../limits.ts";
import type { OpenProvider } from "./provider.ts";

const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };

export const openAnthropic: OpenProvider = ({ model, apiKey, baseUrl, fetch }) => {
  const provider = createAnthropic({
    apiKey: apiKey ?? "",
    baseURL: baseUrl,
    fetch,
  });
  return {
    model: provider(model),
    // Automatic caching: one cache marker outside the messages, which the provider applies to the last message.
    // Markers within the messages would have to move from step to step, which would change bytes that were already
    // sent.
    options: () => cached,
    // Other vendors use this format too (GLM, Kimi, MiniMax). The library's default of 4,096 output tokens would cut
    // off a page.
    ...(model.includes("claude") ? {} : { outputTokensMax: limits.models.outputTokens }),
    // Cache the prefix that all jobs share, because the next job has different messages.
    systemOptions: cached,
  };
};
