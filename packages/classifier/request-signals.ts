import type { RequestSource } from "./classification.ts";

/** The classifier's inputs: one request's evidence about its sender. */
export interface RequestSignals {
  readonly source: RequestSource;
  /** As received, of any length and content; empty if there was none. */
  readonly userAgent: string;
  /** Whether the sender identified the visitor, which only a site that knows its visitors can do. */
  readonly isNamed?: boolean;
  /**
   * Headers, indexed by their names in lower case; only `signalHeaders` are used. Null if the source, such as an access
   * log, doesn't record headers, in which case missing headers prove nothing.
   */
  readonly headers: Readonly<Record<string, string | undefined>> | null;
  /** The client's address (R28) as text; null if unknown. It is compared with published lists and never stored. */
  readonly ip: string | null;
  readonly method: string;
  /** The request's target as received, not normalized: path and query, or the whole URL. */
  readonly path: string;
  /**
   * The host, and the port unless it is the scheme's default; null if unknown. If the host is unknown, the target's own
   * host is used. If the target has none, signatures that cover the host cannot be verified.
   */
  readonly authority: string | null;
  /** When the request was made, in milliseconds since 1970. Signatures and address lists depend on it. */
  readonly timeMs: number;
}

/** The headers that sources should pass on if they have them. */
export const signalHeaders = [
  "accept",
  "accept-language",
  "baggage",
  "from",
  "mcp-protocol-version",
  "sec-ch-ua",
  "sec-fetch-dest",
  "sec-fetch-mode",
  "signature",
  "signature-agent",
  "signature-input",
  "traceparent",
  "x-conversation-id",
] as const;
export type SignalHeader = (typeof signalHeaders)[number];

/** Splits either form of target into its path with the query, and the authority that the request was sent to. */
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
