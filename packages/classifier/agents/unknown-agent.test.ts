import { describe, expect, test } from "vitest";
import { findUnknownAgent } from "./unknown-agent.ts";
import { namesOf, ownHostsOf } from "./user-agent.ts";

describe("findUnknownAgent", () => {
  test.each([
    ["AcmeAIBot/1.0", "AcmeAIBot"],
    ["acme-agent/2", "acme-agent"],
    ["Acme Assistant/1.0", "Acme Assistant"],
    ["Mozilla/5.0 (compatible; AcmeGPT/1.0; +https://example.com/bot)", "AcmeGPT"],
    ["Mozilla/5.0 (compatible; AcmeBot/1.0; +https://acme.ai/bot)", "AcmeBot"],
    [
      "Mozilla/5.0 AppleWebKit/537.36 (KHTML, like Gecko; compatible; acme-llm-crawler/1.0)",
      "acme-llm-crawler",
    ],
    ["DeepSeekReader/1.0", "DeepSeekReader"],
    ["my-langchain-crawler", "my-langchain-crawler"],
    ["acme-cli/1.0 (linux) agent/new-thing", "new-thing"],
    ["acme-cli/1.0 Coding-Agent/New.Thing_2", "New.Thing_2"],
    ["acme-mcp-server/1.0", "acme-mcp-server"],
    ["GeminiReader/1.0", "GeminiReader"],
    ["Mozilla/5.0 (compatible; Acme-New/1.0; +https://openai.com/new)", "Acme-New"],
    ["Mozilla/5.0 (compatible; Acme-New/1.0; +https://docs.anthropic.com/new)", "Acme-New"],
    // Agents of other kinds, and parts of words.
    ["Windows-Update-Agent/10.0", null],
    ["Acme Monitoring Agent/7", null],
    ["MailBot/1.0", null],
    ["acme-backup/1.0 agent/monitor", null],
    ["Reagent/1.0", null],
    ["AcmeBot/1.0 (+https://example.com/ai/agent)", null],
    ["AcmeBot/1.0 (+https://acme.ai.example.com/)", null],
    ["AcmeBot/1.0 (like https://openai.com/gptbot)", null],
    ["AcmeBot/1.0 (+https://notopenai.com/)", null],
    ["Coherence/12.2", null],
    // The model of a phone isn't the program's name.
    ["Mozilla/5.0 (Linux; Android 9; AI Agent) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/80.0", null],
    ["", null],
  ])("%s: %s", (userAgent, name) => {
    expect(findUnknownAgent(userAgent)).toBe(name);
  });
});

describe("the grammar of a user agent", () => {
  test.each([
    ["acme/1.0 other/2", ["acme", "other"]],
    ["Mozilla/5.0 (compatible; AcmeBot/1.0; +https://example.com)", ["AcmeBot", "Mozilla"]],
    ["Mozilla/5.0 (Linux; Android 9; Spider 8; Acme/3)", ["Acme", "Mozilla"]],
    ["Acme Reader", ["Acme Reader"]],
    [
      "Mozilla/5.0 (X11; Linux) AppleWebKit/537.36 (KHTML, like Gecko) Chrome/141.0 Safari/537.36 Acme Checker",
      ["Mozilla", "AppleWebKit", "Chrome", "Safari", "Acme Checker"],
    ],
  ])("%s has the names %j", (userAgent, names) => {
    expect(namesOf(userAgent)).toEqual(names);
  });

  test.each([
    ["a/1 (+https://Acme.example/bot)", ["acme.example"]],
    ["a/1 (http://a.example:80; +b.example?x)", ["a.example", "b.example"]],
    ["a/1 (+mailto:me@acme.example)", ["acme.example"]],
    ["a/1+2", []],
    ["a/1 (like https://b.example/bot; +https://a.example)", ["a.example"]],
  ])("%s has the hosts %j", (userAgent, hosts) => {
    expect(ownHostsOf(userAgent)).toEqual(hosts);
  });
});
