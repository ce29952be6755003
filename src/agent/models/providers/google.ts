import { createGoogle } from "@ai-sdk/google";
import type { Provider } from "./provider.ts";

export const googleProvider: Provider = {
  name: "google",
  keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
  worksWithoutKey: false,
  open({ model, apiKey, baseUrl, fetch }) {
    const provider = createGoogle({
      apiKey: apiKey ?? "",
      baseURL: baseUrl ?? "https://generativelanguage.googleapis.com/v1beta",
      fetch,
    });
    return { model: provider(model), options: () => ({}) };
  },
};
