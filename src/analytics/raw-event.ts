import type { EventSource } from "#counts";

/** A page request as a source observed it. Sources use the same fields, so a page load seen by two counts once. */
export interface RawEvent {
  readonly source: EventSource;
  /** The sender's own ID of the event. */
  readonly id: string | null;
  /** Milliseconds since 1970; null means now, for sources without a time. */
  readonly atMs: number | null;
  /** The requested URL or path. */
  readonly target: string;
  /** The address that connected to the server. */
  readonly ip: string | null;
  /** The value of X-Forwarded-For; empty if there was none. */
  readonly forwardedFor: string;
  readonly userAgent: string;
  /** In upper case. */
  readonly method: string;
  readonly status: number;
  readonly referrer: string;
  /** By name in lower case; null if the source does not record headers. */
  readonly headers: RequestHeaders | null;
  readonly visitorId: string | null;
}

export type RequestHeaders = Readonly<Record<string, string>>;
