import type { JSONValue, LanguageModel } from "ai";

/**
 * A family of models behind one wire format. To add one: a file beside this that exports a `Provider`, a line in
 * `index.ts`, its variables in `config.ts`, and its row in the scripted model's contract test.
 */
export interface Provider {
  /** The part of `provider/model` before the slash, and the name of a project's own key. */
  readonly name: string;
  /** What a person is told to set where there is no key. */
  readonly keyVariable: string;
  /** Whether it answers without a key, as servers on one's own machine do. */
  readonly worksWithoutKey: boolean;
  open(options: ProviderOptions): OpenModel;
}

export interface ProviderOptions {
  /** After the slash. */
  readonly model: string;
  readonly apiKey: string | null;
  /** Null for the provider's own. */
  readonly baseUrl: string | null;
  readonly fetch: typeof globalThis.fetch;
}

export interface OpenModel {
  readonly model: Exclude<LanguageModel, string>;
  /** Sent with every request of a conversation, the same each time. */
  options(conversation: string | undefined): Options;
  /** Tokens of one answer, where the format asks for a bound and the library knows none for this model. */
  readonly outputTokensMax?: number;
  /** For the system prompt alone, which jobs have in common, and the tools before it. */
  readonly systemOptions?: Options;
}

type Options = Record<string, Record<string, JSONValue>>;
