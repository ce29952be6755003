import type { AiCategory } from "../classification.ts";

/** Names of models, and of programs that run models. People name their own programs after these models and programs. */
const models =
  /(?<![a-z])(?:chatgpt|openai|anthropic|claude|perplexity|deepseek|hugging-?face|langchain|langgraph|llama|auto-?gpt|ollama|openrouter|mistral|qwen|grok|kimi|doubao|firecrawl|gemini|chatglm|hunyuan|yuanbao|minimax|litellm|vllm|lm-?studio|crewai|smolagents|stagehand|scrapegraph|tavily|crawl4ai|moonshot|zhipu|tongyi|yiyan|baichuan|cohere(?!n))/iu;

export const isNamedAfterModel = (name: string): boolean => models.test(name);

/** Words that state an agent's purpose, the most specific purpose first. */
const purposes: readonly (readonly [AiCategory, readonly string[]])[] = [
  ["mcp", ["mcp"]],
  ["coding_agent", ["code", "coder", "coding", "codegen", "cli", "tui", "ide", "vscode", "swe", "devtools"]],
  ["browser_agent", ["browser"]],
  ["search", ["search", "searchbot", "index", "indexer", "webindexer"]],
  ["training", ["train", "training", "trainer", "pretraining", "dataset", "datasets", "corpus"]],
  ["assistant", ["assistant", "assist", "copilot", "chat", "chatbot", "notebook"]],
  [
    "assistant",
    ["answer", "answers", "ask", "research", "researcher", "reader", "fetch", "fetcher", "webfetch"],
  ],
];

/** An assistant's own name, as its apps send it: `ChatGPT`, `PerplexityDesktop`. */
const appOfAssistant =
  /^(?:chatgpt|claude|perplexity|gemini|grok|kimi|deepseek|doubao|yuanbao|qwen)[ _-]?(?:app|desktop|mobile|ios|android|mac)?$/iu;

/** Services that search the web for models. Their bots fill an index. */
const searchServices = /perplexity|tavily/iu;

const modelWords: ReadonlySet<string> = new Set(["gpt", "llm", "llms"]);
const crawlerWords: ReadonlySet<string> = new Set(["bot", "spider", "crawler", "scraper"]);

/** Returns the purpose that a program's name states, such as `search` for `Acme-SearchBot`. */
export function purposeOf(name: string): AiCategory {
  // The name of a model isn't a purpose, as in `ChatGLM-Spider`.
  const own = wordsOfName(name.replace(models, " "));
  if (actsForUser(own)) return "assistant";
  const stated = purposes.find(([, any]) => own.some((word) => any.includes(word)));
  // A bot fills a search index, but an agent searches on behalf of a person.
  if (stated?.[0] === "search" && own.includes("agent")) return "assistant";
  if (stated !== undefined) return stated[0];
  const isOfModel = isNamedAfterModel(name) || own.some((word) => modelWords.has(word));
  // A bot that is named after a model collects text for the model, as GPTBot does.
  if (isOfModel && own.some((word) => crawlerWords.has(word)))
    return searchServices.test(name) ? "search" : "training";
  return own.includes("gpt") || appOfAssistant.test(name) ? "assistant" : "unknown_agent";
}

/**
 * Agents that fetch pages on behalf of a person have names such as `Acme-User`. If the word before `User` describes a
 * person, as in `SuperUser`, the name means something else.
 */
export function actsForUser(own: readonly string[]): boolean {
  return own.length > 1 && own.at(-1) === "user" && !people.has(own.at(-2) ?? "");
}

const people: ReadonlySet<string> = new Set([
  ...["a", "admin", "anonymous", "any", "default", "demo", "end", "guest", "my", "new", "no", "old", "power"],
  ...["real", "root", "some", "super", "system", "test", "the", "web", "your"],
]);

/** Splits `AcmeAIBot` into `acme`, `ai` and `bot`. */
export function wordsOfName(name: string): readonly string[] {
  return name
    .replace(/(\p{Ll})(\p{Lu})/gu, "$1 $2")
    .replace(/(\p{Lu})(\p{Lu}\p{Ll})/gu, "$1 $2")
    .toLowerCase()
    .split(/[^\p{L}]+/u);
}
