import type { AgentRow } from "./agents/agent-row.ts";
import type { AgentTable } from "./agents/agent-table.ts";
import type { NamedAgent } from "./agents/unknown-agent.ts";
import type { Bot } from "./bots/bot-finder.ts";
import { type AiCategory, type Classification, type Confidence, unknownNames } from "./classification.ts";
import type { Signals } from "./signals.ts";

/** Facts derived from the user agent alone. */
export interface UserAgentFacts {
  readonly agent: AgentRow | null;
  readonly bot: Bot | null;
  /** A program that isn't in the table, but calls itself an AI agent or is one according to a public list. */
  readonly unknownAgent: UnknownAgent | null;
  readonly isBrowser: boolean;
  /** The name to use if the client is unknown. */
  readonly product: string;
}

export interface UnknownAgent extends NamedAgent {
  readonly rule: string;
}

export interface Judging {
  readonly table: Pick<AgentTable, "findByAccept" | "findBySigner">;
  readonly rulesVersion: string;
}

/**
 * Determines who sent a request, from storable data only, so that new and stored requests are classified by the same
 * rules. The strongest evidence comes first.
 */
export function judge(
  facts: UserAgentFacts,
  signals: Signals,
  { table, rulesVersion }: Judging,
): Classification {
  const ai = (row: AgentRow, rule: string, confidence: Confidence): Classification => ({
    kind: "ai",
    category: row.category,
    bot: null,
    name: row.agent,
    operator: row.operator,
    rule,
    rulesVersion,
    confidence,
  });
  const bot = (
    { sort, name, rule }: Pick<Bot, "sort" | "name" | "rule">,
    confidence: Confidence = "user_agent",
  ): Classification => ({
    kind: "bot",
    category: null,
    bot: sort,
    name,
    operator: null,
    rule,
    rulesVersion,
    confidence,
  });
  const human = (rule: string, confidence: Confidence): Classification => ({
    kind: "human",
    category: null,
    bot: null,
    name: null,
    operator: null,
    rule,
    rulesVersion,
    confidence,
  });

  const signer = signals.signature === null ? null : table.findBySigner(signals.signature.signer);
  if (signals.signature !== null && signer !== null) {
    const row = facts.agent !== null && facts.agent.signer === signer.signer ? facts.agent : signer;
    const rule = `signature:${signer.signer}`;
    if (signals.signature.verdict === "valid") return ai(row, rule, "signed");
    if (signals.signature.verdict !== "unverified") return ai(row, rule, "spoof_suspected");
  }
  if (facts.agent !== null)
    return ai(facts.agent, `user-agent:${facts.agent.agent}`, confidenceByAddress(facts.agent, signals));
  if (signer !== null) return ai(signer, `signature-agent:${signer.signer}`, "heuristic");

  const alone = table.findByAccept(signals.accept);
  const { unknownAgent } = facts;
  const isNamedBot = unknownAgent === null && facts.bot !== null && facts.bot.sort !== "library";
  if (alone !== null && !isNamedBot && !isBrowsers(signals))
    return ai(alone, `accept:${alone.agent}`, "heuristic");
  if (signals.speaksMcp && !isNamedBot) return ai(unknownNamed(facts, "mcp"), "mcp-header", "heuristic");
  if (isNamedBot && facts.bot !== null) return bot(facts.bot);
  if (unknownAgent !== null)
    return ai(unknownRow(unknownAgent.name, unknownAgent.category), unknownAgent.rule, "heuristic");
  // Scripts in pages also send these headers, but a browser marks their requests.
  if (signals.hasConversation && signals.fetchDest !== "empty")
    return ai(unknownRow("Unknown assistant", "assistant"), "header:conversation", "heuristic");
  if (signals.isTraced && facts.isBrowser && !isBrowsers(signals))
    return ai(unknownRow("Unknown coding agent", "coding_agent"), "header:trace", "heuristic");
  const markdown = asksForMarkdown(facts, signals);
  if (markdown !== null)
    return ai(unknownNamed(facts, "markdown_client"), `markdown:${markdown}`, "heuristic");

  if (facts.bot !== null) return bot(facts.bot);
  if (signals.brands.includes("HeadlessChrome"))
    return bot({ sort: "headless", name: "HeadlessChrome", rule: "bot:client-hints" });
  // Servers that identify their visitors don't have to send a user agent.
  if (signals.isNamed) return human("named-visitor", "heuristic");
  if (!facts.isBrowser)
    return bot({ sort: "library", name: facts.product || "No user agent", rule: "bot:no-browser" });
  if (isScripted(signals))
    return bot(
      { sort: "library", name: "A script that says it is a browser", rule: "bot:headers" },
      "heuristic",
    );
  return human("browser", "user_agent");
}

/** Clients that name themselves are reported under that name. */
function unknownNamed(
  { bot, isBrowser, product }: UserAgentFacts,
  category: "markdown_client" | "mcp",
): AgentRow {
  const agent = bot?.name ?? (isBrowser || product === "" ? unknownNames[category] : product);
  return unknownRow(agent, category);
}

function unknownRow(agent: string, category: AiCategory): AgentRow {
  return { agent, operator: null, category, tokens: [], about: "", checked: "" };
}

export type AddressVerdict = "verified" | "refuted";

/** Whether the address confirmed or refuted the agent that the user agent claims to be; null if it did neither. */
export function addressVerdict({
  rule,
  confidence,
}: Pick<Classification, "rule" | "confidence">): AddressVerdict | null {
  if (confidence === "ip_verified") return "verified";
  return confidence === "spoof_suspected" && rule.startsWith("user-agent:") ? "refuted" : null;
}

function confidenceByAddress({ ipLists }: AgentRow, { address }: Signals): Confidence {
  // A result proves nothing if it is from a list that the agent's row no longer refers to.
  if (address === null || !ipLists?.some((list) => list === address.list)) return "user_agent";
  return address.isIn ? "ip_verified" : "spoof_suspected";
}

/**
 * Only browsers send these headers, and only over https. Browsers also send these headers if a page's script requests
 * Markdown, for example to copy it.
 */
function isBrowsers({ brands, fetchDest }: Signals): boolean {
  return brands.length > 0 || fetchDest !== "";
}

/**
 * Returns the evidence that a program requested Markdown; null if there is none or a browser may have sent the request.
 */
function asksForMarkdown({ isBrowser }: UserAgentFacts, signals: Signals): "accept" | "path" | null {
  if (isBrowsers(signals)) return null;
  if (/(?:^|[,\s])text\/(?:x-)?markdown\b/iu.test(signals.accept)) return "accept";
  if (!signals.asksForMarkdownFile) return null;
  // A person may open the file in a browser. Old browsers, and browsers on plain http sites, send nothing that proves
  // that they are browsers.
  return isBrowser && (!signals.hasHeaders || signals.accept === "html") ? null : "path";
}

/**
 * Whether a client claims to be a browser but behaves like a script. Either it requests a page without Accept-Language,
 * which every browser sends, and with an Accept header that no browser uses for pages, or the only Sec-Fetch header
 * that it sends is the one that Node's `fetch` sends.
 */
function isScripted({ hasHeaders, hasLanguage, accept, fetchMode, fetchDest, brands }: Signals): boolean {
  if (!hasHeaders || accept === "html" || brands.length > 0 || fetchDest !== "") return false;
  return fetchMode !== "" || (!hasLanguage && accept === "*/*");
}
