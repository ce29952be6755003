/** The scripted server's response to one request, in terms that fit every wire format. */
export type Answer = Reply | Refused;

export interface Reply {
  /**
   * Reasoning, sent first. Some formats include a signature of the reasoning, and their providers expect the reasoning
   * back unchanged.
   */
  readonly thinks?: string;
  readonly say?: string;
  readonly calls?: readonly SentCall[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  /**
   * How the reply ends: `length` means that it reached the output limit, and `refusal` that the model declines. By
   * default, the reply completes normally.
   */
  readonly ends?: "length" | "refusal";
  /** Makes the stream fail after this many events. */
  readonly breaks?: { readonly how: Break; readonly after: number };
}

/**
 * `cut`: the socket is destroyed. `end`: the stream ends normally. `stall`: nothing more is sent. `garbage`: the event
 * is not JSON.
 */
export type Break = "cut" | "end" | "stall" | "garbage" | "error";

export interface SentCall {
  readonly id?: string;
  readonly name: string;
  /** Sent as JSON; a string is sent unchanged, even if it is not JSON. */
  readonly input: unknown;
}

/** A status and a body, as the provider writes it, instead of a stream. */
export interface Refused {
  readonly status: number;
  readonly message?: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Replaces the provider's JSON. */
  readonly body?: string;
}

export interface Wire {
  /** Matches the paths of this format's requests. */
  readonly path: RegExp;
  readonly events: (reply: Reply) => readonly string[];
  readonly errorBody: (refused: Refused) => unknown;
  /** An error in the middle of a stream. */
  readonly errorEvent: string;
}

export const signature = "c2lnbmVkLXJlYXNvbmluZw==";

export const usageOf = (reply: Reply) => reply.usage ?? { input: 100, output: 10 };

export const argumentsOf = ({ input }: SentCall): string =>
  typeof input === "string" ? input : JSON.stringify(input);

export const idOf = (call: SentCall, index: number): string => call.id ?? `call_${index}_${call.name}`;

/** Splits the text into chunks, as streams send them. */
export function pieces(text: string, length = 24): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += length) cut.push(text.slice(at, at + length));
  return cut;
}

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
