import { createOpenAI } from "@ai-sdk/openai";
import type { Provider } from "./provider.ts";

export const openaiProvider: Provider = {
  name: "openai",
  keyVariable: "OPENAI_API_KEY",
  worksWithoutKey: false,
  open({ model, apiKey, baseUrl, fetch }) {
    const provider = createOpenAI({
      apiKey: apiKey ?? "",
      baseURL: baseUrl ?? "https://api.openai.com/v1",
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
  },
};
