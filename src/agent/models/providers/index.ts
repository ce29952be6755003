import type { ProviderName } from "../../../model-providers.ts";
import { openAnthropic } from "./anthropic.ts";
import { openGoogle } from "./google.ts";
import { openOpenai } from "./openai.ts";
import { openOpenaiCompatible } from "./openai-compatible.ts";
import type { OpenProvider } from "./provider.ts";

/** One line per provider in `src/model-providers.ts`. */
export const openers: Readonly<Record<ProviderName, OpenProvider>> = {
  anthropic: openAnthropic,
  openai: openOpenai,
  google: openGoogle,
  "openai-compatible": openOpenaiCompatible,
};
