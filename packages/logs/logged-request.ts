/** A request that an access log records. */
export interface LoggedRequest {
  /** The request's ID in the log; null if it has none. */
  readonly id: string | null;
  /** Milliseconds since 1970. */
  readonly atMs: number;
  /** The requested URL or path, with its query. */
  readonly target: string;
  /** The address that connected to the server; null if unknown. */
  readonly ip: string | null;
  /** The value of X-Forwarded-For; empty if there was none. */
  readonly forwardedFor: string;
  readonly userAgent: string;
  /** In upper case. */
  readonly method: string;
  readonly status: number;
  readonly referrer: string;
  /** Indexed by name in lower case; null if the log does not contain headers. */
  readonly headers: RequestHeaders | null;
}

export type RequestHeaders = Readonly<Record<string, string>>;
