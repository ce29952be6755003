import type { AgentRow } from "./agent-row.ts";

export interface AgentTable {
  /** Returns the first agent in the table that the user agent contains, or null. Takes linear time. */
  findByUserAgent(userAgent: string): AgentRow | null;
  /** Returns the only agent that sends this Accept header. */
  findByAccept(accept: string): AgentRow | null;
  /** Returns the first agent in the table that signs with this host's keys. */
  findBySigner(host: string): AgentRow | null;
}

interface Phrase {
  /** The words after the first. */
  readonly rest: readonly string[];
  readonly order: number;
}

export function createAgentTable(rows: readonly AgentRow[]): AgentTable {
  const byFirstWord = new Map<string, Phrase[]>();
  const byAccept = new Map<string, AgentRow>();
  const bySigner = new Map<string, AgentRow>();
  rows.forEach((row, order) => {
    for (const token of row.tokens) {
      const [first = "", ...rest] = wordsOf(token);
      byFirstWord.set(first, [...(byFirstWord.get(first) ?? []), { rest, order }]);
    }
    for (const accept of row.accepts ?? []) byAccept.set(accept, row);
    if (row.signer !== undefined && !bySigner.has(row.signer)) bySigner.set(row.signer, row);
  });
  return {
    findByUserAgent(userAgent) {
      const words = wordsOf(userAgent);
      let found = Number.POSITIVE_INFINITY;
      words.forEach((word, at) => {
        const follow = (phrases: readonly Phrase[] = []) => {
          for (const { rest, order } of phrases)
            if (order < found && rest.every((next, index) => isWord(words[at + 1 + index], next)))
              found = order;
        };
        follow(byFirstWord.get(word));
        if (word.endsWith("/")) follow(byFirstWord.get(word.slice(0, -1)));
      });
      return rows[found] ?? null;
    },
    findByAccept: (accept) => byAccept.get(accept) ?? null,
    findBySigner: (host) => bySigner.get(host) ?? null,
  };
}

function isWord(word: string | undefined, expected: string): boolean {
  return word === expected || word === `${expected}/`;
}

/**
 * Splits text into lower-case words, keeping the slash after a product's name. URLs are omitted:
 * `+https://example.com/gptbot` may be about another bot.
 */
function wordsOf(text: string): readonly string[] {
  return (
    text
      .toLowerCase()
      .replace(/https?:\/\/[^\s;,)]+/gu, " ")
      .match(/[\p{L}\p{N}_-]+\/?/gu) ?? []
  );
}
