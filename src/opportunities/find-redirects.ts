import type { KnownPages } from "#site";
import type { VisitorCounts } from "../analytics/index.ts";
import { limits } from "../limits.ts";
import { siteAddress } from "./address-books.ts";
import { instructionOf, isPlainAddress, type RedirectProposal } from "./opportunity.ts";

const { addressesMax, visitorsMin } = limits.opportunities;
const { missingReferrersMax } = limits.http;

/**
 * Proposes a redirect for each missing address whose page is certain. If a redirect exists already, the requests are from
 * before it was published.
 */
export async function findRedirects(
  counts: Pick<VisitorCounts, "count" | "countPageReferrers">,
  {
    projectId,
    fromMs,
    pages,
    basePath,
  }: {
    readonly projectId: string;
    readonly fromMs: number;
    readonly pages: KnownPages;
    readonly basePath: string;
  },
): Promise<readonly RedirectProposal[]> {
  const range = { fromMs, toMs: Infinity, pathPrefix: null };
  const table = await counts.count(projectId, { ...range, measure: "visitors", by: "path" });
  const rows = await table.rows({ offset: 0, limit: addressesMax });
  const found = rows.flatMap(({ value: from, human, ai, total }): RedirectProposal[] => {
    const page = isPlainAddress(from) ? pages.find(from) : null;
    if (page === null || page.reason === "redirect" || !isPlainAddress(page.path)) return [];
    // One request is enough for a former address, but anyone can make up another spelling or folder.
    if (!page.isListed && total < visitorsMin) return [];
    const isBelowBase = page.address.startsWith(siteAddress("/", basePath));
    const add = isBelowBase
      ? { from: siteAddress(from, basePath), to: siteAddress(page.path, basePath) }
      : { from, to: page.path };
    const proposal: RedirectProposal = {
      ...{ kind: "redirect", from, to: page.path, reason: page.reason, add },
      ...{ people: human, agents: ai, total, referrers: [] },
    };
    return instructionOf(proposal).length > titleCharsMax ? [] : [proposal];
  });
  const referrers = Map.groupBy(
    await counts.countPageReferrers(projectId, {
      ...range,
      pages: found.map(({ from }) => from),
      perPage: missingReferrersMax,
    }),
    ({ path }) => path,
  );
  return found.map((proposal) => ({
    ...proposal,
    referrers: (referrers.get(proposal.from) ?? []).map(({ path: _path, ...referrer }) => referrer),
  }));
}

/** The instruction is the job's title (R30), by which another job for the same change is recognized. */
const titleCharsMax = 256;
