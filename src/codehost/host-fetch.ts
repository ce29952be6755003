import { limits } from "../limits.ts";
import { howToTrust } from "../std/authorities.ts";
import type { Clock } from "../std/clock.ts";
import { type HttpAnswer, HttpRequestError } from "../std/http-request.ts";
import { HostError } from "./code-host.ts";
import { explainStatus, type HostWords } from "./host-status.ts";
import { readRateLimit } from "./rate-limit.ts";

/** Sends a request to a code host at an address that the guard allows (R66). Never follows redirects. */
export type SendToHost = (request: {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}) => Promise<HttpAnswer>;

export interface HostFetchOptions {
  readonly send: SendToHost;
  readonly clock: Clock;
  readonly words: HostWords;
  /** Secrets to remove from the host's messages, in case the host repeats them. */
  readonly secrets: readonly string[];
}

interface Init {
  readonly method?: string;
  readonly headers?: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal | null;
}

export type HostFetch = (url: string, init?: Init) => Promise<Response>;

/** Methods that are safe to repeat. POST isn't safe, because it creates resources. */
const repeatable = new Set(["GET", "HEAD", "PUT", "PATCH", "DELETE"]);

/**
 * Creates a fetch for one code host. Waits out short rate limits, and retries safe requests after server errors and
 * broken connections. Returns responses with a status below 300 and throws `HostError` for all others.
 */
export function createHostFetch({ send, clock, words, secrets }: HostFetchOptions): HostFetch {
  async function once(url: string, init: Init): Promise<HttpAnswer | HttpRequestError> {
    try {
      return await send({
        url,
        method: init.method ?? "GET",
        headers: init.headers ?? {},
        ...(init.body === undefined ? {} : { body: init.body }),
        ...(init.signal == null ? {} : { signal: init.signal }),
      });
    } catch (error) {
      if (error instanceof HttpRequestError) return error;
      throw error;
    }
  }

  /** Returns the wait before a retry, or null if a retry is useless. */
  function pauseAfter(answer: HttpAnswer | HttpRequestError, method: string, tries: number): number | null {
    const laterMs = repeatable.has(method) ? limits.codehost.retryMs * 2 ** tries : null;
    // A request that timed out is not repeated, because its caller has already waited for the full timeout.
    if (answer instanceof HttpRequestError) return answer.kind === "unreachable" ? laterMs : null;
    const limited = readRateLimit(answer, clock.now());
    if (limited !== null) return limited.waitMs <= limits.codehost.rateWaitMs ? limited.waitMs : null;
    return answer.status >= 500 ? laterMs : null;
  }

  return async (url, init = {}) => {
    for (let tries = 0; ; tries++) {
      const answer = await once(url, init);
      const answered = !(answer instanceof HttpRequestError);
      if (answered && answer.status >= 200 && answer.status < 300) return toResponse(answer);
      const last = tries + 1 >= limits.codehost.triesMax;
      const pauseMs = last ? null : pauseAfter(answer, init.method ?? "GET", tries);
      if (pauseMs === null)
        throw answered
          ? explainStatus(without(secrets, answer), words, clock.now())
          : explainFailure(answer, words);
      await clock.sleep(pauseMs, init.signal ?? undefined);
    }
  };
}

function explainFailure(failure: HttpRequestError, { name }: HostWords): HostError {
  const { kind } = failure;
  if (kind === "untrusted")
    return new HostError("refused", `The TLS certificate of ${name} is not trusted. ${howToTrust}`, {
      cause: failure,
    });
  const why = {
    timeout: "did not respond in time",
    too_large: "returned too large a response",
    unreachable: "is unreachable",
  }[kind];
  return new HostError("unavailable", `${name} ${why}. Try again later.`, { cause: failure });
}

function without(secrets: readonly string[], answer: HttpAnswer): HttpAnswer {
  return { ...answer, text: secrets.reduce((text, secret) => text.replaceAll(secret, "***"), answer.text) };
}

function toResponse({ status, headers, text }: HttpAnswer): Response {
  return new Response(status === 204 || status === 205 ? null : text, { status, headers: { ...headers } });
}
