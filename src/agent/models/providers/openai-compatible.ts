import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import { TurnError } from "../../../errors.ts";
import type { Provider } from "./provider.ts";

/** Whatever speaks OpenAI's chat completions: Ollama, vLLM, LM Studio, OpenRouter, LiteLLM, Azure. */
export const openaiCompatibleProvider: Provider = {
  name: "openai-compatible",
  keyVariable: "DOCWRIGHT_OPENAI_COMPATIBLE_KEY",
  worksWithoutKey: true,
  open({ model, apiKey, baseUrl, fetch }) {
    if (baseUrl === null)
      throw new TurnError(
        "needs_language_model",
        "openai-compatible models need an address: set DOCWRIGHT_OPENAI_COMPATIBLE_URL, e.g. http://localhost:11434/v1.",
      );
    const provider = createOpenAICompatible({
      name: "openaiCompatible",
      baseURL: baseUrl,
      // Without it a stream says nothing of the tokens that it took, and no cap could hold.
      includeUsage: true,
      fetch,
      ...(apiKey === null ? {} : { apiKey }),
    });
    return {
      // Servers that do not part what a model thinks from what it says leave it in the text, in these marks.
      model: wrapLanguageModel({
        model: provider(model),
        middleware: extractReasoningMiddleware({ tagName: "think" }),
      }),
      options: () => ({}),
    };
  },
};
