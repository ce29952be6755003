import { limits } from "../../../limits.ts";
import type { PinnedAddress } from "../../../projects/index.ts";
import { howToTrust } from "../../../std/authorities.ts";
import { HttpRequestError, type SendHttp } from "../../../std/http-request.ts";

export interface FetchTextOptions {
  /** The guard before every outgoing address (R66). */
  readonly resolve: (url: string, signal: AbortSignal) => Promise<PinnedAddress | null>;
  readonly sendHttp: SendHttp;
}

/**
 * Fetches a text over https from the addresses that the guard checked, without following redirects. Rejects with a
 * sentence where that fails, or where the answer is none or longer than `limits.classify.publishedBytesMax`.
 */
export function createFetchText({
  resolve,
  sendHttp,
}: FetchTextOptions): (url: string, signal: AbortSignal) => Promise<string> {
  const { publishedBytesMax, publishedFetchMs } = limits.classify;
  const reasons: Readonly<Record<HttpRequestError["kind"], string>> = {
    unreachable: "It cannot be reached.",
    untrusted: `Its certificate is not trusted. ${howToTrust}`,
    timeout: `It does not answer within ${publishedFetchMs / 1000} seconds.`,
    too_large: `It is longer than ${publishedBytesMax} bytes.`,
  };
  return async (url, signal) => {
    const pinned = await resolve(url, signal);
    if (pinned === null || !url.startsWith("https://")) throw new Error("It is no https address.");
    try {
      const { status, text } = await sendHttp({
        url,
        method: "GET",
        headers: { accept: "application/json", "user-agent": "docwright" },
        addresses: pinned.addresses,
        timeoutMs: publishedFetchMs,
        bodyBytesMax: publishedBytesMax,
        signal,
      });
      if (status === 200) return text;
      throw new Error(`It answers with status ${status}.`);
    } catch (cause) {
      if (cause instanceof HttpRequestError) throw new Error(reasons[cause.kind], { cause });
      throw cause;
    }
  };
}
