/** What the scripted server answers to one request, in words that every wire format has. */
export type Answer = Reply | Refused;

export interface Reply {
  /** Reasoning before all else, which the provider signs where its format has that: it wants it back as it was. */
  readonly thinks?: string;
  readonly say?: string;
  readonly calls?: readonly SentCall[];
  readonly usage?: { readonly input: number; readonly output: number; readonly cached?: number };
  /** How it ends: `length` at the output limit, `refusal` where the model declines. By itself as is right. */
  readonly ends?: "length" | "refusal";
  /** What happens after so many events of the stream. */
  readonly breaks?: { readonly how: Break; readonly after: number };
}

/** `cut`: the socket is destroyed. `end`: the stream ends politely. `stall`: nothing more. `garbage`: no JSON. */
export type Break = "cut" | "end" | "stall" | "garbage" | "error";

export interface SentCall {
  readonly id?: string;
  readonly name: string;
  /** Sent as JSON; a string is sent as it is, also where that is no JSON. */
  readonly input: unknown;
}

/** No stream: a status with a body as the provider writes it. */
export interface Refused {
  readonly status: number;
  readonly message?: string;
  readonly code?: string;
  readonly headers?: Readonly<Record<string, string>>;
  /** Instead of the provider's JSON. */
  readonly body?: string;
}

export interface Wire {
  /** Which requests are of this format. */
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

/** In pieces, as streams bring them. */
export function pieces(text: string, length = 24): string[] {
  const cut: string[] = [];
  for (let at = 0; at < text.length; at += length) cut.push(text.slice(at, at + length));
  return cut;
}

export const sse = (data: unknown, event?: string): string =>
  `${event === undefined ? "" : `event: ${event}\n`}data: ${typeof data === "string" ? data : JSON.stringify(data)}\n\n`;
