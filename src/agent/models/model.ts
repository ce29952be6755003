/**
 * The port behind which every model stands: language models through a provider, and the builtin editor.
 * A model sees the request and nothing else: no files, no store, no network of ours.
 */
export interface Model {
  /** `provider/model`. */
  readonly id: string;
  /**
   * Answers one step. Throws `TurnError` (`model_error`, `model_refused`, `needs_language_model`) where there is no
   * answer to be had; rejects with the signal's reason when it is aborted.
   */
  step(request: ModelRequest, signal: AbortSignal): Promise<ModelReply>;
}

export interface ModelRequest {
  readonly system: string;
  readonly tools: readonly ToolDescription[];
  /** The whole conversation of this turn, oldest first. */
  readonly transcript: readonly TranscriptEntry[];
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
 */
export type TranscriptEntry =
  | { readonly type: "user"; readonly text: string }
  | { readonly type: "earlier"; readonly role: "user" | "agent" | "notice"; readonly text: string }
  | { readonly type: "feedback"; readonly reason: FeedbackReason; readonly text: string }
  | { readonly type: "step"; readonly reply: ModelReply; readonly results: readonly ToolResult[] };

/** `conflict`: what was done is gone, and is done again on what others pushed. */
export type FeedbackReason = "checks" | "policy" | "conflict";

export interface ModelReply {
  /** What the model says beside its calls; may be empty. */
  readonly text: string;
  /** Carried out in this order. None: the model has finished. */
  readonly toolCalls: readonly ToolCall[];
  readonly usage: { readonly inputTokens: number; readonly outputTokens: number };
}

export interface ToolCall {
  readonly id: string;
  readonly name: string;
  /** As the model sent it: not validated yet. */
  readonly input: unknown;
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
