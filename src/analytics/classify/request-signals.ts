import type { EventSource } from "#counts";

/** What one request shows of who sent it: all that the classifier looks at. */
export interface RequestSignals {
  readonly source: EventSource;
  /** As received, of any length and content; empty where there was none. */
  readonly userAgent: string;
  /** The sender told which visitor it was, as only who knows its own visitors can. */
  readonly isNamed?: boolean;
  /**
   * By lower-case name; only those of `signalHeaders` are looked at. Null where the source records no headers, as an
   * access log: then a missing one says nothing.
   */
  readonly headers: Readonly<Record<string, string | undefined>> | null;
  /** The client's address (R28), textual; null where unknown. It is compared with published lists and never kept. */
  readonly ip: string | null;
  readonly method: string;
  /** The request's target as received, before it is normalised: path and query, or the whole URL. */
  readonly path: string;
  /**
   * Host, and port where it is not the scheme's own; null where unknown. What a URL says is then taken, and without
   * one a signature over it is not verified.
   */
  readonly authority: string | null;
  /** When the request was made: signatures expire, and lists of addresses are of a date. Milliseconds since 1970. */
  readonly timeMs: number;
}

/** The headers that a source should pass on where it has them. */
export const signalHeaders = [
  "accept",
  "accept-language",
  "from",
  "mcp-protocol-version",
  "sec-ch-ua",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "signature",
  "signature-agent",
  "signature-input",
] as const;
export type SignalHeader = (typeof signalHeaders)[number];

/** Path and query, and the authority that the request was sent to, of a target in either form. */
export function splitTarget({ path, authority }: Pick<RequestSignals, "path" | "authority">): {
  readonly target: string;
  readonly authority: string | null;
} {
  if (path.startsWith("/")) return { target: path, authority };
  const url = /^https?:\/\/([^/?#]*)/iu.exec(path);
  if (url === null) return { target: "/", authority };
  const rest = path.slice(url[0].length);
  return { target: rest.startsWith("/") ? rest : `/${rest}`, authority: authority ?? url[1] ?? null };
}
