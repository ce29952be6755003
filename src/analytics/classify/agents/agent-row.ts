import type { AiCategory } from "#counts";
import type { IpListId } from "../ip-lists/ip-list.ts";

/** One AI agent, as its operator documents it. */
export interface AgentRow {
  /** What it is called in reports. */
  readonly agent: string;
  readonly operator: string | null;
  readonly category: AiCategory;
  /**
   * What in a user agent means this one, in any case. A token matches as whole words: `Claude Code` is two words in a
   * row, whatever stands between them, and `GPTBot` is not in `MyGPTBot`. Letters, digits, `-` and `_` make a word; one
   * that is too common by itself is asked to be a product's name: `Code/`.
   */
  readonly tokens: readonly string[];
  /** Accept headers, to the letter, that only this one is known to send. */
  readonly accepts?: readonly string[];
  /** The operator's documentation of it. */
  readonly about: string;
  /** Where the operator publishes its addresses. Then a request from elsewhere is suspected to be a spoof. */
  readonly ipLists?: readonly IpListId[];
  /** The host that publishes the keys with which it signs its requests (Web Bot Auth). */
  readonly signer?: string;
}
