import type { EventSource } from "#counts";

/**
 * One request for a page as a source saw it, before anything is made of it. Every source says it in these words, so
 * that a page load seen by the browser and by a log is one visitor.
 */
export interface RawEvent {
  readonly source: EventSource;
  /** The sender's own id of the event. */
  readonly id: string | null;
  /** Milliseconds since 1970; null where the source tells none: now. */
  readonly atMs: number | null;
  /** The URL or path, as it was asked for. */
  readonly target: string;
  /** Who spoke to the server. */
  readonly ip: string | null;
  /** Of X-Forwarded-For; empty where there is none. */
  readonly forwardedFor: string;
  readonly userAgent: string;
  /** In capitals. */
  readonly method: string;
  readonly status: number;
  readonly referrer: string;
  /** By name in lower case; null where the source tells none. */
  readonly headers: RequestHeaders | null;
  readonly visitorId: string | null;
}

export type RequestHeaders = Readonly<Record<string, string>>;
