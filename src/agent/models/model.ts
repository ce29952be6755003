/**
 * The port behind which every model stands: language models through a provider, and the builtin editor.
 * A model sees the request and nothing else: no files, no store, no network of ours.
 */
export interface Model {
  /** `provider/model`. */
  readonly id: string;
  /** What is known of it beforehand; absent for a model that costs nothing and reads no more than its transcript. */
  readonly facts?: ModelFacts;
  /**
   * Answers one step. Throws `TurnError` (`model_error`, `model_refused`, `needs_language_model`) where there is no
   * answer to be had; rejects with the signal's reason when it is aborted.
   */
  step(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

export interface ModelFacts {
  /** US dollars; null where nobody told. */
  readonly price: Price | null;
  /** Input and output tokens that it can hold at once. */
  readonly contextTokens: number;
  readonly editing: Editing;
}

/** How a model changes prose: by quoting exactly what it replaces, or, a weak one, by writing whole sections anew. */
export type Editing = "exact" | "sections";

/** US dollars for a million tokens of each kind. */
export interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** What the provider's prompt cache serves, and what is written to it; the input's price where left out. */
  readonly cacheReadUsd?: number | undefined;
  readonly cacheWriteUsd?: number | undefined;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  /** The whole conversation of this turn, oldest first. */
  readonly transcript: readonly TranscriptEntry[];
  /** Names the job to a provider whose cache finds conversations by a name; the same in all of its requests. */
  readonly conversation?: string;
  /** How often it may be tried; `limits.models.triesMax` where left out. */
  readonly triesMax?: number;
  /**
   * Asked before a step is tried again: whether another call may begin after those that were lost. Where not,
   * `OutOfBudget` is thrown. Left out: always.
   */
  affords?(lost: readonly TokenUsage[]): boolean;
  /** Told before the pause that goes before another attempt at the step. Where it throws, nothing is tried again. */
  retrying?(retry: Retry): Promise<void>;
}

export interface Retry {
  /** What the provider answered with; null where no answer came, or one that broke off. */
  readonly status: number | null;
  /** How long it is waited, in milliseconds. */
  readonly waitMs: number;
  /** The attempt that follows, of at most `triesMax`. */
  readonly attempt: number;
  readonly triesMax: number;
}

export interface ToolDescription {
  readonly name: string;
  readonly description: string;
  /** JSON Schema of the input. */
  readonly inputSchema: Readonly<Record<string, unknown>>;
}

/**
 * `user` is a person's message (the one this turn carries out is the last of them). `earlier` is what was said in
 * turns before this one. `feedback` is ours: new problems that the checks found, or a policy that was broken.
 * `context` is what a language model is told of the site beforehand. `compaction` stands for the entries that follow
 * the `user` up to it, save the context and the last `kept` of them; since a `pruning` the results of that many first
 * steps are left out.
 */
export type TranscriptEntry =
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "earlier"; readonly role: "user" | "agent" | "notice"; readonly text: string }
  | {
      readonly type: "feedback";
      readonly reason: FeedbackReason;
      readonly text: string;
      /** For `conflict`: what the steps took that were done before the turn began anew. The budget counts them. */
      readonly spent?: readonly TokenUsage[];
    }
  | { readonly type: "context"; readonly text: string }
  | { readonly type: "pruning"; readonly steps: number }
  | { readonly type: "compaction"; readonly text: string; readonly kept: number }
  | { readonly type: "step"; readonly reply: ModelReply; readonly results: readonly ToolResult[] };

/**
 * `conflict`: what was done is gone, and is done again on what others pushed. `loop`: the model goes round in circles.
 * `unfinished`: it said something, and called neither a tool nor `finish`. `files`: it left something behind that no
 * tree can hold. `kept`: what the turn before did and could not push is in the files, or why it is not.
 */
export type FeedbackReason = "checks" | "policy" | "conflict" | "loop" | "unfinished" | "files" | "kept";

export interface ModelReply {
  /** What the model says beside its calls; may be empty. */
  readonly text: string;
  /** Carried out in this order. None: the model has finished. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage;
  /** The answer was cut at the model's own limit of output. */
  readonly cut?: boolean;
  /** How many parts the answer came in: more than one from a model that streams. */
  readonly pieces?: number;
  /** JSON: what the provider is shown again as it sent it, such as signed reasoning. */
  readonly sent?: unknown;
}

/** `inputTokens` is all of it; the other kinds of input are parts of it, and 0 where left out. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** Of the input, what calls took that came to nothing before the one that was answered; 0 where left out. */
  readonly lostInputTokens?: number;
  /** US dollars, where who used them says what it cost. */
  readonly costUsd?: number;
  /** The provider did not say: it is reckoned from the length of the texts. */
  readonly estimated?: true;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model sent it: not validated yet. */
  readonly input: unknown;
  /** Why the input could not even be read; it is `{}` then. The call is answered with this. */
  readonly unreadable?: string;
}

/**
 * What a tool answered. Language models are given `text`; the builtin editor reads `data`. Both are journalled, so
 * that a resumed turn sees the same.
 */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  /** JSON. Its shape is the tool's own, exported beside the tool. Null where the call failed. */
  readonly data: unknown;
}
