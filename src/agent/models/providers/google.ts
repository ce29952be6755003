import { createGoogle } from "@ai-sdk/google";
import type { OpenProvider } from "./provider.ts";

export const openGoogle: OpenProvider = ({ model, apiKey, baseUrl, fetch }) => {
  const provider = createGoogle({
    apiKey: apiKey ?? "",
    baseURL: baseUrl,
    fetch,
  });
  return { model: provider(model), options: () => ({}) };
};
