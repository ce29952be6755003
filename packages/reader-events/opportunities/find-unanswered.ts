import { limits } from "../limits.ts";
import type { ReaderEvents } from "../reader-events.ts";
import { groupQuestions } from "./group-questions.ts";
import { type ConversationProposal, type Proposal, textKeyOf } from "./proposal.ts";

const { unansweredReadMax, questionsMax, subjectsMax } = limits;

/**
 * Proposes to answer the questions about a subject that an assistant couldn't answer. `decided` has the proposals about
 * which somebody decided: their subjects stay the same when more questions arrive.
 */
export async function findUnanswered(
  readers: Pick<ReaderEvents, "listUnanswered">,
  {
    projectId,
    fromMs,
    decided,
  }: { readonly projectId: string; readonly fromMs: number; readonly decided: readonly Proposal[] },
): Promise<readonly ConversationProposal[]> {
  const range = { fromMs, toMs: Infinity, limit: unansweredReadMax };
  const questions = await readers.listUnanswered(projectId, range);
  const keyOf = createKeyOf(projectId);
  const known = decided
    .flatMap((proposal) => (proposal.kind === "conversation" ? [createFindSubject(keyOf, proposal)] : []))
    .slice(0, subjectsMax);
  return groupQuestions(questions, known).map(({ terms, questions: own }) => ({
    ...{ kind: "conversation", keys: terms.map(keyOf).sort(), terms },
    questions: [...new Set(own.map(({ query }) => query))].slice(0, questionsMax),
    ...{ people: own.length, agents: 0, total: own.length },
  }));
}

/** Returns a function that returns the digest of a word, and keeps it. */
export function createKeyOf(projectId: string): (term: string) => string {
  const known = new Map<string, string>();
  return (term) => {
    const key = known.get(term) ?? textKeyOf(projectId, term);
    known.set(term, key);
    return key;
  };
}

/** Returns a function that finds the subject's words in a question; it returns null if the question has other words. */
export function createFindSubject(
  keyOf: (term: string) => string,
  { keys }: Pick<ConversationProposal, "keys">,
): (terms: ReadonlySet<string>) => readonly string[] | null {
  const wanted = new Set(keys);
  return (terms) => {
    const found = [...terms].filter((term) => wanted.has(keyOf(term)));
    return found.length === wanted.size ? found : null;
  };
}
