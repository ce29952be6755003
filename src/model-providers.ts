/**
 * The table of all providers of language models, without their drivers (`agent/models/providers/`). The configuration,
 * the HTTP interface, the command line and the dashboard follow from it. It imports nothing, because the dashboard
 * imports it too.
 */

interface DeclaredProvider {
  /** The part of `provider/model` before the slash, and the name of a project's own key. */
  readonly name: string;
  /** The name on screens. */
  readonly label: string;
  readonly keyVariable: string;
  readonly keyAbout: string;
  readonly urlVariable: string;
  readonly urlAbout: string;
  /** The base URL if the variable isn't set; null if there is no public server. */
  readonly defaultUrl: string | null;
  /** Whether the provider works without a key, as local servers do. */
  readonly worksWithoutKey: boolean;
}

export const modelProviders = [
  {
    name: "anthropic",
    label: "Anthropic",
    keyVariable: "ANTHROPIC_API_KEY",
    keyAbout: "The key for anthropic/… models.",
    urlVariable: "ANTHROPIC_BASE_URL",
    urlAbout: "The base URL for anthropic/… models, instead of https://api.anthropic.com/v1.",
    defaultUrl: "https://api.anthropic.com/v1",
    worksWithoutKey: false,
  },
  {
    name: "openai",
    label: "OpenAI",
    keyVariable: "OPENAI_API_KEY",
    keyAbout: "The key for openai/… models.",
    urlVariable: "OPENAI_BASE_URL",
    urlAbout: "The base URL for openai/… models (Responses API), instead of https://api.openai.com/v1.",
    defaultUrl: "https://api.openai.com/v1",
    worksWithoutKey: false,
  },
  {
    name: "google",
    label: "Google",
    keyVariable: "GOOGLE_GENERATIVE_AI_API_KEY",
    keyAbout: "The key for google/… models.",
    urlVariable: "GOOGLE_GENERATIVE_AI_BASE_URL",
    urlAbout:
      "The base URL for google/… models, instead of https://generativelanguage.googleapis.com/v1beta.",
    defaultUrl: "https://generativelanguage.googleapis.com/v1beta",
    worksWithoutKey: false,
  },
  {
    name: "openai-compatible",
    label: "OpenAI-compatible server",
    keyVariable: "DOCWRIGHT_OPENAI_COMPATIBLE_KEY",
    keyAbout: "The key for openai-compatible/… models, if their server requires one.",
    urlVariable: "DOCWRIGHT_OPENAI_COMPATIBLE_URL",
    urlAbout:
      "The base URL for openai-compatible/… models: any server with OpenAI's chat completions API, e.g. http://localhost:11434/v1.",
    defaultUrl: null,
    worksWithoutKey: true,
  },
] as const satisfies readonly DeclaredProvider[];

export type ModelProvider = (typeof modelProviders)[number];
export type ProviderName = ModelProvider["name"];
export type ProviderVariable = ModelProvider["keyVariable" | "urlVariable"];

export const providerNames: readonly ProviderName[] = modelProviders.map(({ name }) => name);
