import { namesOf, ownHostsOf, ownPartOf } from "./user-agent.ts";

/**
 * Words that say that a model reads the page, if they are part of a program's name, such as `AcmeAIBot` or
 * `acme-agent`.
 */
const words: ReadonlySet<string> = new Set([
  ...["ai", "gpt", "llm", "llms", "genai", "rag", "agentic", "chatbot", "mcp"],
  ...["agent", "agents", "assistant", "copilot"],
]);

/** Names of models, and of programs that run models. Users name their own programs after these. */
const models =
  /(?<![a-z])(?:chatgpt|openai|anthropic|claude|perplexity|deepseek|hugging-?face|langchain|langgraph|llama|auto-?gpt|ollama|openrouter|mistral|qwen|grok|kimi|doubao|firecrawl|gemini|chatglm|hunyuan|yuanbao|minimax|litellm|vllm|lm-?studio|crewai|smolagents|stagehand|scrapegraph|tavily|crawl4ai)/iu;

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

/**
 * Returns the name of a program that calls itself an AI agent, an assistant or an AI crawler, or null. The evidence is a
 * word in its name, or the address of its operator in the top-level domain `.ai`. Takes linear time.
 */
export function findUnknownAgent(userAgent: string): string | null {
  const label = agentLabel.exec(ownPartOf(userAgent))?.[1];
  if (label !== undefined && label.length <= nameCharsMax) return otherAgents.test(label) ? null : label;
  for (const name of namesOf(userAgent).slice(0, namesMax)) {
    if (name.length > nameCharsMax || otherAgents.test(name)) continue;
    if (models.test(name) || wordsOf(name).some((word) => words.has(word))) return name;
  }
  if (!ownHostsOf(userAgent).some(runsModels)) return null;
  return namesOf(userAgent).find((name) => name.length <= nameCharsMax && !/^Mozilla$/u.test(name)) ?? null;
}

/** The name of the agent that runs a tool: `acme/1.0 agent/codex`. */
const agentLabel = /(?<![\p{L}\p{N}_-])(?:(?:coding|ai)-)?agent\/(\p{L}[\p{L}\p{N}_.-]*)/iu;

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
