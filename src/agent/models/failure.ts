import { APICallError, RetryError, StreamProviderError } from "ai";

/** What a call that failed comes to. Told by code and status, save where a provider has neither. */
export type Failure =
  /** Asking again may help; `afterMs` is what the provider asked to wait for. */
  | {
      readonly kind: "again";
      /** Null where no answer came, or one that began well. */
      readonly status: number | null;
      readonly afterMs: number | null;
      readonly message: string;
      /** An answer had begun, or was waited for: the provider counts the call, though nothing came of it. */
      readonly counted: boolean;
    }
  /** The conversation is longer than the model can hold. */
  | { readonly kind: "overflow"; readonly message: string }
  | { readonly kind: "final"; readonly message: string };

/** Nothing came for too long, or the answer ended in the middle. Asking again may help. */
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
    // No answer at all: the network. Else the status tells.
    if (cause.statusCode === undefined || isPassing(cause.statusCode))
      return {
        kind: "again",
        status: cause.statusCode ?? null,
        afterMs: retryAfterMs(cause.responseHeaders ?? {}) ?? retryDelayMs(cause.responseBody ?? ""),
        message,
        counted: false,
      };
    // A stream that was opened, and whose first event says what went wrong, has a status of success.
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
  // What is thrown in the middle of a stream: a connection that was cut, an event that is not JSON.
  return brokenOff(message);
}

function brokenOff(message: string): Extract<Failure, { kind: "again" }> {
  return { kind: "again", status: null, afterMs: null, message, counted: true };
}

/** Rate limits, overload (529 is Anthropic's), time-outs, and what a gateway says of a server behind it. */
function isPassing(status: number): boolean {
  return status === 408 || status === 409 || status === 429 || status >= 500;
}

/** An account without credit, which OpenAI answers like a rate limit: no waiting helps. */
function isUnpaid(body: string): boolean {
  return /"(?:insufficient_quota|billing_hard_limit_reached)"/u.test(body.slice(0, bodyCharsRead));
}

/**
 * OpenAI has a code for it, and so have most that speak its format; the others have a sentence only, each its own.
 * They are told apart from other faults of a request by nothing else.
 */
function isOverflow(status: number | undefined, text: string): boolean {
  if (status === 413) return true;
  if (status !== undefined && status !== 400 && status !== 422 && status !== 200) return false;
  const said = text.slice(0, bodyCharsRead);
  return overflows.some((pattern) => pattern.test(said));
}

const bodyCharsRead = 4000;

const overflows: readonly RegExp[] = [
  // OpenAI, vLLM, Mistral, DeepSeek and whoever took their words.
  /context_length_exceeded|maximum (?:context|prompt) length/iu,
  // Anthropic; the second where what may be written does not fit any more.
  /prompt is too long|input length and `?max_tokens`? exceed context limit/iu,
  /input token count .{0,40}exceeds/iu, // Google
  /input is too long for requested model/iu, // Bedrock
  /exceed_context_size|exceeds? the available context size/iu, // llama.cpp
  /greater than the context length|context (?:length|window) .{0,40}(?:overflow|exceed)/iu, // LM Studio
  /inputs?`? tokens \+ `?max_new_tokens`? must be/iu, // Text Generation Inference, Together
];

function refusalOf(status: number, message: string): string {
  if (status === 401) return "The provider does not accept the key. Set another one.";
  if (status === 402) return "The provider asks for payment: the account has no credit left.";
  if (status === 403) return `The provider does not permit this: ${message}`;
  if (status === 404) return `The provider has no such model, or no such address: ${message}`;
  return message;
}

/** Seconds or a date (RFC 9110), or OpenAI's and Anthropic's own milliseconds. */
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

/** Google says it in the body alone: `"retryDelay": "45.8s"`, a duration of Protocol Buffers. */
function retryDelayMs(body: string): number | null {
  const seconds = /"retryDelay":\s*"(\d{1,7}(?:\.\d{1,9})?)s"/u.exec(body.slice(0, bodyCharsRead))?.[1];
  return seconds === undefined ? null : Math.ceil(Number(seconds) * 1000);
}

function messageOf(error: unknown, secret: string | null): string {
  const text =
    error instanceof Error ? error.message : typeof error === "string" ? error : "The answer broke off.";
  // A provider may repeat what it was sent.
  const clean = secret === null || secret === "" ? text : text.replaceAll(secret, "…");
  return (
    clean.replace(/\s+/gu, " ").trim().slice(0, messageCharsMax).toWellFormed() || "The answer broke off."
  );
}
