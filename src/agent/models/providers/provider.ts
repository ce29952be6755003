import type { JSONValue, LanguageModel } from "ai";

/** Opens a model of a provider. To add a provider, see `../README.md`. */
export type OpenProvider = (options: ProviderOptions) => OpenModel;

interface ProviderOptions {
  /** The part after the slash. */
  readonly model: string;
  readonly apiKey: string | null;
  readonly baseUrl: string;
  readonly fetch: typeof globalThis.fetch;
}

export interface OpenModel {
  readonly model: Exclude<LanguageModel, string>;
  /** Sent with every request of a conversation, always the same. */
  options(conversation: string | undefined): Options;
  /** The output limit of one reply, if the format requires one and the library has none for this model. */
  readonly outputTokensMax?: number;
  /** Options for the system prompt and the tools before it, which all jobs share. */
  readonly systemOptions?: Options;
}

type Options = Record<string, Record<string, JSONValue>>;
