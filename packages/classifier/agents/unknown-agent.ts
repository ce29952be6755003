import type { AiCategory } from "../classification.ts";
import { namesOf, ownHostsOf, ownPartOf } from "./user-agent.ts";

/** A program that isn't in the table, with the category that its name states. */
export interface NamedAgent {
  readonly name: string;
  readonly category: AiCategory;
}

/**
 * Words that say that a model reads the page, if they are part of a program's name, such as `AcmeAIBot` or
 * `acme-agent`.
 */
const words: ReadonlySet<string> = new Set([
  ...["ai", "gpt", "llm", "llms", "genai", "rag", "agentic", "chatbot", "mcp"],
  ...["agent", "agents", "assistant", "assist", "copilot"],
]);

/** Names of models, and of programs that run models. Users name their own programs after these. */
const models =
  /(?<![a-z])(?:chatgpt|openai|anthropic|claude|perplexity|deepseek|hugging-?face|langchain|langgraph|llama|auto-?gpt|ollama|openrouter|mistral|qwen|grok|kimi|doubao|firecrawl|gemini|chatglm|hunyuan|yuanbao|minimax|litellm|vllm|lm-?studio|crewai|smolagents|stagehand|scrapegraph|tavily|crawl4ai|moonshot|zhipu|tongyi|yiyan|baichuan|cohere(?!n))/iu;

/**
 * Operators that only run models, with addresses outside of `.ai`. A bot with such an operator's address is an agent,
 * even if it is new. Operators with other bots, such as search engines, are missing on purpose.
 */
const operators: ReadonlySet<string> = new Set([
  ...["openai.com", "chatgpt.com", "anthropic.com", "claude.com", "cohere.com", "deepseek.com", "kimi.com"],
  ...["moonshot.cn", "huggingface.co", "firecrawl.dev", "tavily.com", "phind.com", "manus.im", "cursor.com"],
]);

/** Programs that were called agents long before models were: they watch machines, move files or fetch updates. */
const otherAgents =
  /user.?agent|monitor|uptime|synthetic|probe|update|upgrade|transfer|backup|sync|mail|feed|rss|proxy|security|scan|health|metric|telemetry|log|deploy|build|runner|network|device|management|endpoint|antivirus|inventory|installer|download|datadog|zabbix|newrelic|dynatrace|splunk|puppet|windows|ssh|snmp/iu;

/** Words that state an agent's purpose, the most specific purpose first. */
const purposes: readonly (readonly [AiCategory, readonly string[]])[] = [
  ["mcp", ["mcp"]],
  ["coding_agent", ["code", "coder", "coding", "codegen", "cli", "tui", "ide", "vscode", "swe", "devtools"]],
  ["browser_agent", ["browser"]],
  ["search", ["search", "searchbot", "index", "indexer", "webindexer"]],
  ["training", ["train", "training", "trainer", "pretraining", "dataset", "datasets", "corpus"]],
  [
    "assistant",
    ["assistant", "assist", "copilot", "chat", "chatbot", "answer", "answers", "ask", "notebook"],
  ],
  ["assistant", ["research", "researcher", "reader", "fetch", "fetcher", "webfetch"]],
];
const modelWords: ReadonlySet<string> = new Set(["gpt", "llm", "llms"]);
const crawlerWords: ReadonlySet<string> = new Set(["bot", "spider", "crawler", "scraper"]);

/**
 * Returns a program that calls itself an AI agent, an assistant or an AI crawler, or null. The evidence is a word in its
 * name, or the address of its operator in the top-level domain `.ai`. Takes linear time.
 */
export function findUnknownAgent(userAgent: string): NamedAgent | null {
  const [, kind = "", label] = agentLabel.exec(ownPartOf(userAgent)) ?? [];
  if (label !== undefined && label.length <= nameCharsMax) {
    if (otherAgents.test(label)) return null;
    const category = purposeOf(label);
    const isCoding = category === "unknown_agent" && /coding/iu.test(kind);
    return { name: label, category: isCoding ? "coding_agent" : category };
  }
  const names = namesOf(userAgent);
  for (const name of names.slice(0, namesMax)) {
    if (name.length > nameCharsMax || otherAgents.test(name)) continue;
    const own = wordsOf(name);
    if (models.test(name) || actsForUser(own) || own.some((word) => words.has(word)))
      return { name, category: purposeOf(name) };
  }
  if (!ownHostsOf(userAgent).some(runsModels)) return null;
  const name = names.find((one) => one.length <= nameCharsMax && !/^Mozilla$/u.test(one));
  return name === undefined ? null : { name, category: purposeOf(name) };
}

/** Returns the purpose that a program's name states, such as `search` for `Acme-SearchBot`. */
export function purposeOf(name: string): AiCategory {
  const own = wordsOf(name);
  if (actsForUser(own)) return "assistant";
  const stated = purposes.find(([, any]) => own.some((word) => any.includes(word)));
  // A bot fills a search index, but an agent searches for a person.
  if (stated?.[0] === "search" && own.includes("agent")) return "assistant";
  if (stated !== undefined) return stated[0];
  const isOfModel = models.test(name) || own.some((word) => modelWords.has(word));
  // A bot that is named after a model collects text for the model, as GPTBot does.
  if (isOfModel && own.some((word) => crawlerWords.has(word))) return "training";
  return own.includes("gpt") ? "assistant" : "unknown_agent";
}

/**
 * Operators call an agent that fetches pages for a person `Acme-User`. If the word before `User` describes a person, as
 * in `SuperUser`, the name means something else.
 */
function actsForUser(own: readonly string[]): boolean {
  return own.length > 1 && own.at(-1) === "user" && !people.has(own.at(-2) ?? "");
}

const people: ReadonlySet<string> = new Set([
  ...["a", "admin", "anonymous", "any", "default", "demo", "end", "guest", "my", "new", "no", "old", "power"],
  ...[
    "real",
    "regular",
    "root",
    "some",
    "super",
    "system",
    "test",
    "the",
    "unknown",
    "valued",
    "web",
    "your",
    "",
  ],
]);

/** The name of the agent that runs a tool: `acme/1.0 agent/codex`. */
const agentLabel = /(?<![\p{L}\p{N}_-])((?:coding|ai)-)?agent\/(\p{L}[\p{L}\p{N}_.-]*)/iu;

function runsModels(host: string): boolean {
  return host.endsWith(".ai") || operators.has(host.split(".").slice(-2).join("."));
}

const namesMax = 20;
const nameCharsMax = 40;

/** Splits `AcmeAIBot` into `acme`, `ai` and `bot`. */
function wordsOf(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
