import { limits } from "../limits.ts";
import { type CountVisitors, type SitePages, toEvidence } from "./evidence.ts";
import { isPlainAddress, type ReadinessProposal } from "./proposal.ts";

const { agentsMin, pagesReadMax, readinessPagesMax } = limits;

/** Proposes to fix what keeps AI agents from reading the pages that they request most, for each rule. */
export async function findUnreadable(
  counts: Pick<CountVisitors, "count">,
  {
    projectId,
    fromMs,
    pages,
  }: { readonly projectId: string; readonly fromMs: number; readonly pages: Pick<SitePages, "readiness"> },
): Promise<readonly ReadinessProposal[]> {
  if (pages.readiness.length === 0) return [];
  const range = { fromMs, toMs: Infinity, pathPrefix: null, by: "path" } as const;
  const ofAgents = { ...range, filters: { kind: ["ai"] } } as const;
  const [visitors, views] = await Promise.all([
    counts.count(projectId, { ...ofAgents, measure: "visitors" }),
    counts.count(projectId, { ...ofAgents, measure: "views" }),
  ]);
  const page = { offset: 0, limit: pagesReadMax };
  const [visitorRows, viewRows] = await Promise.all([visitors.rows(page), views.rows(page)]);
  const byPath = new Map(visitorRows.map((row) => [row.value, row]));
  const viewsOf = new Map(viewRows.map(({ value, ai }) => [value, ai]));
  const found = pages.readiness.flatMap((finding): ReadinessProposal[] => {
    const { path } = finding;
    const row = path === null ? visitors.totals : byPath.get(path);
    if (row === undefined || row.ai < agentsMin || (path !== null && !isPlainAddress(path))) return [];
    const own = path === null ? views.totals.ai : (viewsOf.get(path) ?? row.ai);
    return [{ kind: "readiness", ...finding, views: own, ...toEvidence(row) }];
  });
  const byRule = Map.groupBy(found, ({ rule }) => rule);
  return [...byRule.values()].flatMap((own) =>
    own.sort((a, b) => b.total - a.total || b.count - a.count).slice(0, readinessPagesMax),
  );
}
