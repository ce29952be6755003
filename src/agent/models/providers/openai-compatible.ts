import { createOpenAICompatible } from "@ai-sdk/openai-compatible";
import { extractReasoningMiddleware, wrapLanguageModel } from "ai";
import { TurnError } from "../../../errors.ts";
import type { Provider } from "./provider.ts";

/** Any server that supports OpenAI's chat completions: Ollama, vLLM, LM Studio, OpenRouter, LiteLLM, Azure. */
export const openaiCompatibleProvider: Provider = {
  name: "openai-compatible",
  keyVariable: "DOCWRIGHT_OPENAI_COMPATIBLE_KEY",
  worksWithoutKey: true,
  open({ model, apiKey, baseUrl, fetch }) {
    if (baseUrl === null)
      throw new TurnError(
        "needs_language_model",
        "openai-compatible models need an address. Set DOCWRIGHT_OPENAI_COMPATIBLE_URL, e.g. http://localhost:11434/v1.",
      );
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
  },
};
