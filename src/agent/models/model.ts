import type { MediaType } from "../../jobs/index.ts";

/**
 * The port for all models: language models through a provider, and the built-in editor. A model sees only the request,
 * and none of our files, databases or networks.
 */
export interface Model {
  /** `provider/model`. */
  readonly id: string;
  /** Known facts about the model; undefined if it is free and reads only its transcript. */
  readonly facts?: ModelFacts;
  /**
   * Returns one step. Throws `TurnError` (`model_error`, `model_refused`, `needs_language_model`) if the model cannot
   * reply; rejects with the signal's reason when it is aborted.
   */
  step(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

export interface ModelFacts {
  /** US dollars; null if unknown. */
  readonly price: Price | null;
  /** The context window, in input and output tokens. */
  readonly contextTokens: number;
  readonly editing: Editing;
  readonly reads: Reads;
}

/** The attachments that a model reads besides text. */
export interface Reads {
  readonly types: readonly MediaType[];
  readonly imageBytesMax: number;
}

/** A file that a person attached to a message, or the part of it that a model may get. */
export type AttachedFile =
  /** `omittedChars` is the length of the end that was cut off. */
  | { readonly kind: "text"; readonly name: string; readonly text: string; readonly omittedChars: number }
  | {
      readonly kind: "file";
      readonly name: string;
      readonly mediaType: MediaType;
      readonly content: Uint8Array;
    }
  /** Only the file's name is included, because newer attachments took its place. */
  | { readonly kind: "left-out"; readonly name: string; readonly mediaType: MediaType };

/** How a model changes prose: by quoting the exact text to replace or, for weak models, by rewriting whole sections. */
export type Editing = "exact" | "sections";

/** US dollars per million tokens of each kind. */
export interface Price {
  readonly inputUsd: number;
  readonly outputUsd: number;
  /** Prices for tokens read from and written to the provider's prompt cache; by default, the input's price. */
  readonly cacheReadUsd?: number | undefined;
  readonly cacheWriteUsd?: number | undefined;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  /** The whole conversation of this turn, oldest first. */
  readonly transcript: readonly TranscriptEntry[];
  /** Identifies the job to providers that look up their cache by name; the same in all of a job's requests. */
  readonly conversation?: string;
  /** The maximum number of attempts; `limits.models.triesMax` by default. */
  readonly triesMax?: number;
  /** Whether the budget allows a retry after the lost calls (default: always). If not, `step` throws `OutOfBudget`. */
  affords?(lost: readonly TokenUsage[]): boolean;
  /** Called before the wait for another attempt. If it throws, there is no retry. */
  retrying?(retry: Retry): Promise<void>;
}

export interface Retry {
  /** The provider's status; null if no response arrived or it was incomplete. */
  readonly status: number | null;
  /** The wait before the next attempt, in milliseconds. */
  readonly waitMs: number;
  /** The number of the next attempt, at most `triesMax`. */
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
 * `user` is a person's message; the last one is the message that this turn carries out. `earlier` is the conversation
 * before this turn. `feedback` is from us, such as new problems or policy violations. `context` describes the site to a
 * language model. `compaction` replaces the entries after the `user` message, except the context and the last `kept`
 * entries. `pruning` removes the results of the first `steps` steps, except for those of the calls in `except`.
 */
export type TranscriptEntry =
  | {
      readonly type: "user";
      readonly text: string;
      readonly attachments?: readonly AttachedFile[] | undefined;
    }
  | {
      readonly type: "earlier";
      readonly role: "user" | "agent" | "notice";
      readonly text: string;
      readonly attachments?: readonly AttachedFile[] | undefined;
    }
  | {
      readonly type: "feedback";
      readonly reason: FeedbackReason;
      readonly text: string;
      /** For `conflict`: the usage of the steps before the turn was restarted. The budget includes this usage. */
      readonly spent?: readonly TokenUsage[];
    }
  | { readonly type: "context"; readonly text: string }
  | { readonly type: "pruning"; readonly steps: number; readonly except?: readonly string[] }
  | { readonly type: "compaction"; readonly text: string; readonly kept: number }
  | { readonly type: "step"; readonly reply: ModelReply; readonly results: readonly ToolResult[] };

/**
 * `conflict`: the work was discarded and is repeated on top of the changes that others pushed. `loop`: the model
 * repeats itself. `unfinished`: it replied without calling a tool or `finish`. `files`: it left files that cannot be
 * committed. `kept`: says that the previous turn's unpushed work was restored, or why it could not be.
 */
export type FeedbackReason = "checks" | "policy" | "conflict" | "loop" | "unfinished" | "files" | "kept";

export interface ModelReply {
  /** The model's text in addition to its calls; may be empty. */
  readonly text: string;
  /** Executed in this order. If empty, the model has finished. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: TokenUsage;
  /** The reply was cut off at the model's output limit. */
  readonly cut?: boolean;
  /** The number of chunks in the response: more than one if the model streams. */
  readonly pieces?: number;
  /** JSON that is sent back to the provider unchanged, such as signed reasoning. */
  readonly sent?: unknown;
}

/** `inputTokens` is the total input; the other input counts are parts of it and default to 0. */
export interface TokenUsage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly cacheReadTokens?: number;
  readonly cacheWriteTokens?: number;
  /** The part of the input that was used by failed calls before this reply; 0 by default. */
  readonly lostInputTokens?: number;
  /** US dollars, if the agent reported its cost. */
  readonly costUsd?: number;
  /** The provider did not report token usage, so it was estimated from text lengths. */
  readonly estimated?: true;
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model sent it, before validation. */
  readonly input: unknown;
  /** The reason why the input could not be parsed. In that case, `input` is `{}`. This text is the call's result. */
  readonly unreadable?: string;
}

/** A call's result: `text` for language models, `data` for the built-in editor. Both are kept for resumed turns. */
export interface ToolResult {
  readonly callId: string;
  readonly name: string;
  readonly ok: boolean;
  readonly text: string;
  /** JSON in the tool's own shape. Null if the call failed. */
  readonly data: unknown;
  /** Whether the call failed because it names something that does not exist. */
  readonly notFound?: boolean;
}
