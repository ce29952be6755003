import { limits } from "../limits.ts";
import type { ReaderEvents } from "../reader-events.ts";
import type { SitePages } from "./evidence.ts";
import { type FeedbackProposal, isPlainAddress, type SearchProposal, textKeyOf } from "./proposal.ts";

const { unhelpfulVotesMin, fruitlessSearchesMin, commentsMax, feedbackPageMax, queriesReadMax } = limits;

/**
 * Proposes the pages that several readers found unhelpful, and fewer found helpful. Resolved feedback doesn't count.
 * Anyone can send feedback for any address, and the address becomes part of an instruction, so only pages count.
 */
export async function findUnhelpfulPages(
  readers: Pick<ReaderEvents, "listFeedback" | "sumFeedback">,
  {
    projectId,
    fromMs,
    pages,
  }: { readonly projectId: string; readonly fromMs: number; readonly pages: Pick<SitePages, "has"> },
): Promise<readonly FeedbackProposal[]> {
  const open = {
    ...{ fromMs, toMs: Infinity, source: null, limit: feedbackPageMax },
    statuses: ["pending", "in_progress"] as const,
  };
  const { feedback } = await readers.sumFeedback(projectId, open);
  const unhelpful = feedback.filter(
    ({ path, thumbsUp, thumbsDown }) =>
      thumbsDown >= unhelpfulVotesMin && thumbsDown > thumbsUp && isPlainAddress(path) && pages.has(path),
  );
  if (unhelpful.length === 0) return [];
  const newest = await readers.listFeedback(projectId, { ...open, cursor: null });
  return unhelpful.map(({ path, thumbsUp, thumbsDown }) => ({
    ...{ kind: "feedback", path, thumbsUp, thumbsDown },
    ...{ people: thumbsDown, agents: 0, total: thumbsDown },
    comments: newest.feedback
      .flatMap((own) => (own.path === path && own.helpful !== true ? (own.comment ?? []) : []))
      .slice(0, commentsMax),
  }));
}

/** Proposes to improve the docs for each frequent query that mostly finds nothing, or after which nobody opens a result. */
export async function findFruitlessSearches(
  readers: Pick<ReaderEvents, "sumSearches" | "sumEmptySearches">,
  { projectId, fromMs }: { readonly projectId: string; readonly fromMs: number },
): Promise<readonly SearchProposal[]> {
  const range = { fromMs, toMs: Infinity };
  const [table, empty] = await Promise.all([
    readers.sumSearches(projectId, range),
    readers.sumEmptySearches(projectId, range),
  ]);
  const emptyOf = new Map(empty.map(({ query, hits }) => [query, hits]));
  const found: SearchProposal[] = [];
  const limit = limits.searchesPageMax;
  for (let offset = 0; offset < Math.min(table.rowCount, queriesReadMax); offset += limit) {
    // The queries with the most searches come first.
    for (const { query, hits, clicks } of await table.rows({ offset, limit })) {
      if (hits < fruitlessSearchesMin) return found;
      const withoutResults = emptyOf.get(query) ?? 0;
      if (clicks > 0 && (withoutResults < fruitlessSearchesMin || 2 * withoutResults <= hits)) continue;
      const key = textKeyOf(projectId, query);
      found.push({ kind: "search", key, query, withoutResults, people: hits, agents: 0, total: hits });
    }
  }
  return found;
}
