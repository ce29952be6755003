import type { AiCategory } from "../classification.ts";
import type { IpListId } from "../ip-lists/ip-list.ts";

/** One AI agent, as its operator documents it. */
export interface AgentRow {
  /** The name in reports. */
  readonly agent: string;
  readonly operator: string | null;
  readonly category: AiCategory;
  /**
   * The words in a user agent that identify the agent, regardless of case. A token matches whole words: `Claude Code`
   * is two adjacent words with any separators, and `GPTBot` does not match `MyGPTBot`. A word consists of letters,
   * digits, `-` and `_`. For a common word, require a product name: `Code/`. `codex-*` matches every word that begins
   * with `codex-` or `codex_`, for programs that come in several variants. A row with `isCaseSensitive` matches only
   * the tokens' own spelling.
   */
  readonly tokens: readonly string[];
  /** Whether letter case matters, because another program's name differs from this agent's only in letter case. */
  readonly isCaseSensitive?: boolean;
  /** Words, at least one of which must also be in the user agent. */
  readonly withAny?: readonly string[];
  /** Exact Accept headers that only this agent is known to send. */
  readonly accepts?: readonly string[];
  /** The source of the row: the operator's page about the agent, otherwise a public list that includes it. */
  readonly about: string;
  /** The day on which the row was last compared with the published lists (`npm run agents`). */
  readonly checked: string;
  /** The operator's published addresses. Requests from other addresses are suspected spoofs. */
  readonly ipLists?: readonly IpListId[];
  /** The host that publishes the keys with which the agent signs its requests (Web Bot Auth). */
  readonly signer?: string;
}
