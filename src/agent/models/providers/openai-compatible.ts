import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import type { OpenProvider } from "./provider.ts";

/** Any server that supports OpenAI's chat completions: Ollama, vLLM, LM Studio, OpenRouter, LiteLLM, Azure. */
export const openOpenaiCompatible: OpenProvider = ({ model, apiKey, baseUrl, fetch }) => {
  const provider = createOpenAICompatible({
    name: "openaiCompatible",
    baseURL: baseUrl,
    // Without this, a stream does not report its token usage, and no budget could be enforced.
    includeUsage: true,
    fetch,
    ...(apiKey === null ? {} : { apiKey }),
  });
  return {
    // Servers that do not separate reasoning from the reply leave it in the text, in these tags.
    model: wrapLanguageModel({
      model: provider(model),
      middleware: extractReasoningMiddleware({ tagName: "think" }),
    }),
    options: () => ({}),
  };
};
