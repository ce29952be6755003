import type { AiCategory } from "#counts";
import type { IpListId } from "../ip-lists/ip-list.ts";

/** One AI agent, as its operator documents it. */
export interface AgentRow {
  /** The name in reports. */
  readonly agent: string;
  readonly operator: string | null;
  readonly category: AiCategory;
  /**
   * Identifies the agent in a user agent, regardless of case. A token matches whole words: `Claude Code` is two
   * adjacent words with any separators, and `GPTBot` does not match `MyGPTBot`. A word consists of letters, digits, `-`
   * and `_`. For a common word, require a product name: `Code/`.
   */
  readonly tokens: readonly string[];
  /** Exact Accept headers that only this agent is known to send. */
  readonly accepts?: readonly string[];
  /** The operator's documentation of the agent. */
  readonly about: string;
  /** The operator's published addresses. Requests from other addresses are suspected spoofs. */
  readonly ipLists?: readonly IpListId[];
  /** The host that publishes the keys with which the agent signs its requests (Web Bot Auth). */
  readonly signer?: string;
}
