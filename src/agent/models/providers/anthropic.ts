import { createAnthropic } from "@ai-sdk/anthropic";
import { limits } from "../../../limits.ts";
import type { Provider } from "./provider.ts";

const cached = { anthropic: { cacheControl: { type: "ephemeral" } } };

export const anthropicProvider: Provider = {
  name: "anthropic",
  keyVariable: "ANTHROPIC_API_KEY",
  worksWithoutKey: false,
  open({ model, apiKey, baseUrl, fetch }) {
    const provider = createAnthropic({
      apiKey: apiKey ?? "",
      baseURL: baseUrl ?? "https://api.anthropic.com/v1",
      fetch,
    });
    return {
      model: provider(model),
      // Automatic caching: one mark beside the messages, which the provider moves to the last one by itself. Marks
      // within the messages would have to move from step to step, and change bytes that were sent already.
      options: () => cached,
      // Others speak this format too (GLM, Kimi, MiniMax): 4,096, which the library takes for them, cuts a page off.
      ...(model.includes("claude") ? {} : { outputTokensMax: limits.models.outputTokens }),
      // What all jobs begin with is found again by the next one, whose messages are others.
      systemOptions: cached,
    };
  },
};
