import { APICallError, RetryError, StreamProviderError } from "ai";

/** How to treat a failed call. The error code and the status decide this, unless a provider sends neither. */
export type Failure =
  /** A retry may help; `afterMs` is the wait that the provider asked for. */
  | {
      readonly kind: "again";
      /** Null if no response arrived, or if it was incomplete. */
      readonly status: number | null;
      readonly afterMs: number | null;
      readonly message: string;
      /**
       * Whether the provider counts the call even though it failed, because the response had started or we were waiting
       * for it.
       */
      readonly counted: boolean;
    }
  /** The conversation exceeds the model's context window. */
  | { readonly kind: "overflow"; readonly message: string }
  | { readonly kind: "final"; readonly message: string };

/** The model was silent for too long, or the response was incomplete. A retry may help. */
export class CutOff extends Error {
  override readonly name = "CutOff";
}

const messageCharsMax = 500;

export function failureOf(error: unknown, secret: string | null): Failure {
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  const message = messageOf(cause, secret);
  if (APICallError.isInstance(cause)) {
    if (isOverflow(cause.statusCode, `${cause.message} ${cause.responseBody ?? ""}`))
      return { kind: "overflow", message };
    if (isUnpaid(cause.responseBody ?? "")) return { kind: "final", message: refusalOf(402, message) };
    // If there is no status, the network failed. Otherwise the status decides.
    if (cause.statusCode === undefined || isPassing(cause.statusCode))
      return {
        kind: "again",
        status: cause.statusCode ?? null,
        afterMs: retryAfterMs(cause.responseHeaders ?? {}) ?? retryDelayMs(cause.responseBody ?? ""),
        message,
        counted: false,
      };
    // A stream whose first event reports an error has a success status.
    if (cause.statusCode < 300) return brokenOff(message);
    return { kind: "final", message: refusalOf(cause.statusCode, message) };
  }
  if (StreamProviderError.isInstance(cause)) {
    if (isOverflow(cause.statusCode, `${cause.code ?? ""} ${cause.message}`))
      return { kind: "overflow", message };
    if (cause.statusCode === undefined) return brokenOff(message);
    if (!isPassing(cause.statusCode)) return { kind: "final", message };
    return { ...brokenOff(message), status: cause.statusCode };
  }
  // Other errors occur within a stream: a lost connection, or an event that is not JSON.
  return brokenOff(message);
}

function brokenOff(message: string): Extract<Failure, { kind: "again" }> {
  return { kind: "again", status: null, afterMs: null, message, counted: true };
}

/** Rate limits, overload (529 is Anthropic's), timeouts, and a gateway's errors about the server behind it. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** An account without credit: OpenAI returns the same status code as for a rate limit. Retries do not help. */
function isUnpaid(body: string): boolean {
  return /"(?:insufficient_quota|billing_hard_limit_reached)"/u.test(body.slice(0, bodyCharsRead));
}

/**
 * OpenAI has an error code for a conversation that is too long, and most servers that use its format return the same
 * code. Others return only a sentence in their own words; nothing else distinguishes this error from other bad
 * requests.
 */
function isOverflow(status: number | undefined, text: string): boolean {
  if (status === 413) return true;
  if (status !== undefined && status !== 400 && status !== 422 && status !== 200) return false;
  const said = text.slice(0, bodyCharsRead);
  return overflows.some((pattern) => pattern.test(said));
}

const bodyCharsRead = 4000;

const overflows: readonly RegExp[] = [
  // OpenAI, vLLM, Mistral, DeepSeek and servers that copied their wording.
  /context_length_exceeded|maximum (?:context|prompt) length/iu,
  // Anthropic; the second message occurs if the requested output does not fit.
  /prompt is too long|input length and `?max_tokens`? exceed context limit/iu,
  /input token count .{0,40}exceeds/iu, // Google
  /input is too long for requested model/iu, // Bedrock
  /exceed_context_size|exceeds? the available context size/iu, // llama.cpp
  /greater than the context length|context (?:length|window) .{0,40}(?:overflow|exceed)/iu, // LM Studio
  /inputs?`? tokens \+ `?max_new_tokens`? must be/iu, // Text Generation Inference, Together
];

function refusalOf(status: number, message: string): string {
  if (status === 401) return "The provider rejected the key. Set a valid key.";
  if (status === 402) return "The provider account has no credit left. Add credit, or choose another model.";
  if (status === 403) return `The provider denied access: ${message}`;
  if (status === 404) return `The provider has no such model or address: ${message}`;
  return message;
}

/** Reads seconds or a date (RFC 9110), or the milliseconds that OpenAI and Anthropic send. */
function retryAfterMs(headers: Readonly<Record<string, string>>): number | null {
  const ms = Number(headers["retry-after-ms"] ?? Number.NaN);
  if (Number.isFinite(ms) && ms >= 0) return ms;
  const text = headers["retry-after"];
  if (text === undefined) return null;
  const seconds = Number(text);
  if (Number.isFinite(seconds) && seconds >= 0) return seconds * 1000;
  const date = Date.parse(headers.date ?? "");
  const until = Date.parse(text);
  return Number.isNaN(until) || Number.isNaN(date) ? null : Math.max(0, until - date);
}

/** Google sends the wait only in the body: `"retryDelay": "45.8s"`, a Protocol Buffers duration. */
function retryDelayMs(body: string): number | null {
  const seconds = /"retryDelay":\s*"(\d{1,7}(?:\.\d{1,9})?)s"/u.exec(body.slice(0, bodyCharsRead))?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

function messageOf(error: unknown, secret: string | null): string {
  const text =
    error instanceof Error ? error.message : typeof error === "string" ? error : "The response was cut off.";
  // A provider may repeat the request in its message.
  const clean = secret === null || secret === "" ? text : text.replaceAll(secret, "…");
  return (
    clean.replace(/\s+/gu, " ").trim().slice(0, messageCharsMax).toWellFormed() || "The response was cut off."
  );
}
