import type { KnownPages } from "#site";
import { type ReaderEvents, readerEventLimits } from "../analytics/index.ts";
import { limits } from "../limits.ts";
import { type FeedbackProposal, isPlainAddress, type SearchProposal, searchKeyOf } from "./opportunity.ts";

const { votesMin, searchesMin, commentsMax, commentsReadMax, pagesMax, queriesReadMax } =
  limits.opportunities;

type Reading = Pick<ReaderEvents, "listFeedback" | "sumFeedback" | "sumSearches">;

/**
 * Proposes the pages that several readers found unhelpful, and fewer found helpful. Resolved feedback doesn't count.
 * Anyone can send feedback for any address, and the address becomes part of an instruction, so only pages count.
 */
export async function findUnhelpfulPages(
  readers: Reading,
  {
    projectId,
    fromMs,
    pages,
  }: { readonly projectId: string; readonly fromMs: number; readonly pages: Pick<KnownPages, "has"> },
): Promise<readonly FeedbackProposal[]> {
  const open = {
    ...{ fromMs, toMs: Infinity, source: null },
    statuses: ["pending", "in_progress"] as const,
  };
  const { feedback } = await readers.sumFeedback(projectId, { ...open, limit: pagesMax });
  const unhelpful = feedback.filter(
    ({ path, thumbsUp, thumbsDown }) =>
      thumbsDown >= votesMin && thumbsDown > thumbsUp && isPlainAddress(path) && pages.has(path),
  );
  if (unhelpful.length === 0) return [];
  const newest = await readers.listFeedback(projectId, { ...open, limit: commentsReadMax, cursor: null });
  return unhelpful.map(({ path, thumbsUp, thumbsDown }) => ({
    ...{ kind: "feedback", path, thumbsUp, thumbsDown },
    ...{ people: thumbsDown, agents: 0, total: thumbsDown },
    comments: newest.feedback
      .flatMap((own) => (own.path === path && own.helpful !== true ? (own.comment ?? []) : []))
      .slice(0, commentsMax),
  }));
}

/** Proposes to improve the docs for each frequent query after which nobody opened a result. */
export async function findFruitlessSearches(
  readers: Reading,
  { projectId, fromMs }: { readonly projectId: string; readonly fromMs: number },
): Promise<readonly SearchProposal[]> {
  const table = await readers.sumSearches(projectId, { fromMs, toMs: Infinity });
  const found: SearchProposal[] = [];
  const limit = readerEventLimits.searchesPageMax;
  for (let offset = 0; offset < Math.min(table.rowCount, queriesReadMax); offset += limit) {
    // The queries with the most searches come first.
    for (const { query, hits, clicks } of await table.rows({ offset, limit })) {
      if (hits < searchesMin) return found;
      const key = searchKeyOf(projectId, query);
      if (clicks === 0) found.push({ kind: "search", key, query, people: hits, agents: 0, total: hits });
    }
  }
  return found;
}
