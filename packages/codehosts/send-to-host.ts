/**
 * Sends one request to a code host. The function decides which addresses it connects to and how long it waits, limits
 * the size of the response, and follows no redirects. A failed connection is a value. A `HostError` means that the
 * request is not allowed, and is passed on unchanged.
 */
export type SendToHost = (request: HostRequest) => Promise<HostAnswer | SendFailure>;

export interface HostRequest {
  readonly url: string;
  readonly method: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body?: string;
  readonly signal?: AbortSignal;
}

export interface HostAnswer {
  readonly status: number;
  /** Header names are in lower case. Values of repeated headers are joined by commas. */
  readonly headers: Readonly<Record<string, string>>;
  readonly text: string;
}

export interface SendFailure {
  /** `untrusted`: the host's certificate is not trusted. */
  readonly failed: "unreachable" | "untrusted" | "timeout" | "too_large";
  readonly cause: unknown;
}
