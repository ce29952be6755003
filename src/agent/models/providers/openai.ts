import { createOpenAI } from "@ai-sdk/openai";
import type { OpenProvider } from "./provider.ts";

export const openOpenai: OpenProvider = ({ model, apiKey, baseUrl, fetch }) => {
  const provider = createOpenAI({
    apiKey: apiKey ?? "",
    baseURL: baseUrl,
    fetch,
  });
  return {
    model: provider.responses(model),
    // Nothing from a customer's repository is stored at OpenAI, so the encrypted reasoning is part of the
    // conversation. The cache key routes a job's requests to the machine that has its conversation cached.
    options: (conversation) => ({
      openai: {
        store: false,
        ...(conversation === undefined ? {} : { promptCacheKey: conversation }),
      },
    }),
  };
};
