import type { JSONValue, LanguageModel } from "ai";

/** A family of models behind one wire format. To add one, see `../README.md`. */
export interface Provider {
  /** The part of `provider/model` before the slash, and the name of a project's own key. */
  readonly name: string;
  /** The variable to set if there is no key. */
  readonly keyVariable: string;
  /** Whether the provider works without a key, as local servers do. */
  readonly worksWithoutKey: boolean;
  open(options: ProviderOptions): OpenModel;
}

export interface ProviderOptions {
  /** The part after the slash. */
  readonly model: string;
  readonly apiKey: string | null;
  /** Null for the provider's default. */
  readonly baseUrl: string | null;
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
