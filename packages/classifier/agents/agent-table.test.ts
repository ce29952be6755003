import { describe, expect, test } from "vitest";
import { aiCategories } from "../classification.ts";
import { ipListUrls } from "../ip-lists/ip-list.ts";
import type { AgentRow } from "./agent-row.ts";
import { createAgentTable } from "./agent-table.ts";
import { agents } from "./index.ts";

const row = (agent: string, ...tokens: string[]): AgentRow => ({
  agent,
  operator: null,
  category: "assistant",
  tokens,
  about: "https://example.com/",
  checked: "2026-11-22",
});
const table = createAgentTable([
  row("particular", "acme-code"),
  row("two words", "Acme Reader"),
  row("product", "Plain/"),
  row("general", "Acme", "AcmeBot"),
  { ...row("cased", "Cased"), isCaseSensitive: true },
  row("family", "fam-*", "Fam Desktop"),
  { ...row("with another word", "tool/"), withAny: ["client/"] },
]);

describe("findByUserAgent", () => {
  test.each([
    ["AcmeBot/1.0", "general"],
    ["ACMEBOT", "general"],
    ["Mozilla/5.0 (compatible; acmebot; +mailto:a@example.com)", "general"],
    ["MyAcmeBot/1.0", null],
    ["AcmeBots/1.0", null],
    ["AcmeBot-Image/1.0", null],
    ["Acme_Bot", null],
    // The first row in the table wins, regardless of the order in the text.
    ["Acme/1.0 (acme-code/2.0)", "particular"],
    ["acme-code/2.0 (Acme/1.0)", "particular"],
    ["Acme, Reader", "two words"],
    ["Acme/Reader", "two words"],
    ["Acme Feed Reader", "general"],
    ["Reader Acme", "general"],
    ["Plain/1.0", "product"],
    ["a Plain text", null],
    ["Plain", "product"],
    ["plain (+https://example.com/bot)", "product"],
    ["Mozilla/5.0 (compatible; plain)", null],
    ["Other/1.0 (+https://example.com/acmebot)", null],
    ["Other/1.0 (+http://acme.example; see AcmeBot)", "general"],
    ["Other/1.0 (+example.com/acmebot)", null],
    ["Other/1.0 agent/plain", "product"],
    ["Other/1.0 (linux) Coding-Agent/plain", "product"],
    ["Other/1.0 AI-Agent (name: plain)", "product"],
    ["Other/1.0 my-agent/plain", null],
    ["Other/1.0 (name: plain)", null],
    ["Other/1.0 (like AcmeBot)", null],
    ["Mozilla/5.0 (X11) AppleWebKit/537.36 (KHTML, like Gecko; compatible; AcmeBot/1.0)", "general"],
    ["Cased/1.0", "cased"],
    ["cased/1.0", null],
    ["tool/1.0 (client/cli)", "with another word"],
    ["tool/1.0 (server/1)", null],
    ["fam-tui/1.0", "family"],
    ["fam_cli_rs/1.0", "family"],
    ["FAM-cli", "family"],
    ["Fam Desktop/1.0", "family"],
    ["fam/1.0", null],
    ["my-fam-cli/1.0", null],
    ["famous-cli/1.0", null],
    ["Other/1.0 (+https://example.com/fam-cli)", null],
    ["", null],
  ])("%s: %s", (userAgent, agent) => {
    expect(table.findByUserAgent(userAgent)?.agent ?? null).toBe(agent);
  });
});

describe("the table of agents", () => {
  test("lists each agent, token and Accept header only once", () => {
    const twice = (all: readonly string[]) => all.filter((value, index) => all.indexOf(value) !== index);
    expect(twice(agents.map(({ agent }) => agent))).toEqual([]);
    expect(twice(agents.flatMap(({ tokens }) => tokens.map((token) => token.toLowerCase())))).toEqual([]);
    expect(twice(agents.flatMap(({ accepts }) => accepts ?? []))).toEqual([]);
  });

  test("finds every agent by each of its tokens, and links to its documentation", () => {
    const whole = createAgentTable(agents);
    for (const { agent, tokens, withAny, about, checked, category } of agents) {
      for (const token of tokens) {
        const name = token.replace(/-\*$/u, "-variant");
        const product = name.endsWith("/") ? `${name}1.0` : `${name}/1.0`;
        const also = (withAny ?? []).map((word) => ` ${word}1.0`).join("");
        expect(whole.findByUserAgent(`Mozilla/5.0 (compatible; ${product}${also})`)?.agent, token).toBe(
          agent,
        );
      }
      expect(about, agent).toMatch(/^https:\/\//u);
      expect(checked, agent).toMatch(/^\d{4}-\d{2}-\d{2}$/u);
      expect(aiCategories).toContain(category);
    }
  });

  test("uses every known list", () => {
    const used = new Set(agents.flatMap(({ ipLists }) => ipLists ?? []));
    expect(Object.keys(ipListUrls).filter((id) => ![...used].some((other) => other === id))).toEqual([]);
  });
});
