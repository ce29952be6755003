import type { Places } from "./rule.ts";

/** The crawlers of the most common AI agents, and all others. */
const agents = new Set([
  "*",
  "gptbot",
  "oai-searchbot",
  "chatgpt-user",
  "claudebot",
  "claude-user",
  "perplexitybot",
]);

/** The rules of a robots.txt that keep AI agents from every page. */
export function findRefusedAgents(text: string): Places | null {
  let names: string[] = [];
  let isInGroup = false;
  const refused = new Map<string, number>();
  const lines = text.split(/\r?\n/u).slice(0, linesMax);
  for (const [i, line] of lines.entries()) {
    const [key = "", value = ""] = line
      .replace(/#.*$/u, "")
      .split(/:(.*)/su)
      .map((part) => part.trim());
    if (/^user-agent$/iu.test(key)) {
      if (isInGroup) names = [];
      isInGroup = false;
      names.push(value.toLowerCase());
    } else if (key !== "") {
      isInGroup = true;
      const named = names.filter((name) => agents.has(name));
      if (/^disallow$/iu.test(key) && value === "/") for (const name of named) refused.set(name, i + 1);
      // The site allows some of its pages, and which ones isn't decided here.
      if (/^allow$/iu.test(key) && value !== "") for (const name of named) refused.delete(name);
    }
  }
  const [first] = refused.values();
  return first === undefined ? null : { count: refused.size, line: first };
}

const linesMax = 5000;
