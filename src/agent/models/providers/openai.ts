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
      // Nothing of a customer's repository is kept there: reasoning travels with the conversation, encrypted. The name leads
      // a job's requests to the machine whose cache has the beginning of its conversation.
      options: (conversation) => ({
        openai: {
          store: false,
          ...(conversation === undefined ? {} : { promptCacheKey: conversation }),
        },
      }),
    };
  },
};
