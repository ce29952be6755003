/** Who sent a request: a person, an AI agent, or another bot. */
export interface Classification {
  readonly kind: "human" | "ai" | "bot";
  /** Null except for `ai`. */
  readonly category: AiCategory | null;
  /** The type of `bot`; null for the others. */
  readonly bot: BotSort | null;
  /** The agent's or bot's name; null for humans. */
  readonly name: string | null;
  readonly operator: string | null;
  /** The evidence by which the sender was recognized, such as `user-agent:GPTBot`. */
  readonly rule: string;
  readonly rulesVersion: string;
  readonly confidence: Confidence;
}

/**
 * The purposes for which AI agents read. `markdown_client` and `mcp` are unknown agents, recognized by their type of
 * request. An `unknown_agent` calls itself an AI agent or AI crawler, but is not in the table, and its name doesn't state
 * a purpose.
 */
export const aiCategories = [
  "training",
  "search",
  "assistant",
  "coding_agent",
  "browser_agent",
  "markdown_client",
  "mcp",
  "unknown_agent",
] as const;
export type AiCategory = (typeof aiCategories)[number];

/** The types of bots that are not AI agents. */
export type BotSort = "search_engine" | "seo" | "monitor" | "preview" | "feed" | "library" | "headless";

/**
 * The evidence for a classification, from the strongest to the weakest; `spoof_suspected` means that the evidence
 * refutes the user agent's claim.
 */
export type Confidence = "signed" | "ip_verified" | "user_agent" | "heuristic" | "spoof_suspected";

/** The sender of requests, as observed and as classified. Contains no address. */
export interface Client {
  readonly source: RequestSource;
  /** Truncated and cleaned. */
  readonly userAgent: string;
  /** The other evidence, in the notation of `signals.ts`. */
  readonly signals: string;
  readonly classification: Classification;
}

/** Who reported the request: a script in the page, the server, or its access log. */
export type RequestSource = "browser" | "server" | "log";

/** The names of unknown clients that do not name themselves. */
export const unknownNames = {
  markdown_client: "Unknown Markdown client",
  mcp: "Unknown MCP client",
  unknown_agent: "Unknown agent",
} as const;
