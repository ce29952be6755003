import type { AgentRow } from "./agent-row.ts";
import { ownPartOf } from "./user-agent.ts";

export interface AgentTable {
  /** Returns the first agent in the table that the user agent contains, or null. Takes linear time. */
  findByUserAgent(userAgent: string): AgentRow | null;
  /** Returns the only agent that sends this Accept header. */
  findByAccept(accept: string): AgentRow | null;
  /** Returns the first agent in the table that signs with this host's keys. */
  findBySigner(host: string): AgentRow | null;
}

interface Phrase {
  readonly row: AgentRow;
  readonly words: readonly string[];
  readonly order: number;
}

export function createAgentTable(rows: readonly AgentRow[]): AgentTable {
  const byFirstWord = new Map<string, Phrase[]>();
  const orderByFamily = new Map<string, number>();
  const byAccept = new Map<string, AgentRow>();
  const bySigner = new Map<string, AgentRow>();
  rows.forEach((row, order) => {
    for (const token of row.tokens) {
      if (token.endsWith("-*")) {
        orderByFamily.set(token.slice(0, -"-*".length).toLowerCase(), order);
        continue;
      }
      const words = wordsOf(token);
      const first = words[0]?.toLowerCase() ?? "";
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { row, words, order }]);
    }
    for (const accept of row.accepts ?? []) byAccept.set(accept, row);
    if (row.signer !== undefined && !bySigner.has(row.signer)) bySigner.set(row.signer, row);
  });
  return {
    findByUserAgent(userAgent) {
      const words = productsIn(userAgent);
      const lower = words.map((word) => word.toLowerCase());
      let found = Number.POSITIVE_INFINITY;
      lower.forEach((word, at) => {
        const follow = (phrases: readonly Phrase[] = []) => {
          for (const { row, words: expected, order } of phrases) {
            if (order >= found) continue;
            const [text, fold] = row.isCaseSensitive === true ? [words, same] : [lower, lowerCase];
            if (!expected.every((next, index) => isWord(text[at + index], fold(next)))) continue;
            if (row.withAny?.some((other) => lower.some((one) => isWord(one, lowerCase(other)))) ?? true)
              found = order;
          }
        };
        for (const family of familiesOf(word)) found = Math.min(found, orderByFamily.get(family) ?? found);
        follow(byFirstWord.get(word));
        if (word.endsWith("/")) follow(byFirstWord.get(word.slice(0, -1)));
      });
      return rows[found] ?? null;
    },
    findByAccept: (accept) => byAccept.get(accept) ?? null,
    findBySigner: (host) => bySigner.get(host) ?? null,
  };
}

const same = (word: string): string => word;
const lowerCase = (word: string): string => word.toLowerCase();

function isWord(word: string | undefined, expected: string): boolean {
  return word === expected || word === `${expected}/`;
}

/** Returns `acme` and `acme-code` for `acme-code-cli/`. */
function familiesOf(word: string): readonly string[] {
  const families: string[] = [];
  for (let at = word.search(separator); at !== -1 && families.length < familyPartsMax; ) {
    if (at > 0) families.push(word.slice(0, at));
    const next = word.slice(at + 1).search(separator);
    at = next === -1 ? -1 : at + 1 + next;
  }
  return families;
}

const separator = /[-_]/u;
/** No family in the table, such as `codex-*`, has a name with more parts. The limit keeps the time linear. */
const familyPartsMax = 4;

/** Returns the words of a user agent. If it is only a name, the name is a product without a version. */
function productsIn(userAgent: string): readonly string[] {
  const words = wordsOf(userAgent);
  const [only = ""] = words;
  return words.length === 1 && !only.endsWith("/") ? [`${only}/`] : words;
}

/**
 * Removes the addresses from a user agent and splits the rest into words, keeping the slash after a product's name. A
 * tool that is run by an agent contains the agent's name in its user agent: `acme/1.0 agent/codex`,
 * `Coding-Agent/codex` or `AI-Agent (name: codex)`. This name also counts as a product's name.
 */
function wordsOf(text: string): readonly string[] {
  const words: readonly string[] = ownPartOf(text).match(/[\p{L}\p{N}_-]+\/?/gu) ?? [];
  return words.map((word, at) => {
    const before = words[at - 1] === "name" ? `${words[at - 2] ?? ""}/` : (words[at - 1] ?? "");
    return isAgentLabel.test(before) && !word.endsWith("/") ? `${word}/` : word;
  });
}

const isAgentLabel = /^(?:(?:coding|ai)-)?agent\/$/iu;
