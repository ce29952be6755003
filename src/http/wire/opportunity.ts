import { z } from "zod";
import {
  foundReasons,
  needsModel,
  type Opportunity,
  opportunityStatuses,
  type Proposal,
  proposalKinds,
  titleOf,
} from "../../opportunities/index.ts";
import { isoTime } from "./iso-time.ts";
import { counts, pageReferrer, referringPage } from "./visitors.ts";

const count = z.int().min(0);
const visitors = z.object(counts);

/** The evidence of each kind. The first schema that matches applies, so those with more fields come first. */
const evidence = z.union([
  z
    .object({
      path: z.string().meta({ description: "The requested address." }),
      suggestion: z.object({ path: z.string(), reason: z.enum(foundReasons) }),
      referrers: z.array(pageReferrer),
      referringPages: z.array(referringPage),
    })
    .meta({ description: "`redirect`" }),
  z
    .object({
      path: z.string().meta({ description: "The requested address." }),
      referrers: z.array(pageReferrer),
      referringPages: z.array(referringPage),
    })
    .meta({ description: "`page`" }),
  z
    .object({
      path: z.string(),
      thumbsUp: count,
      thumbsDown: count,
      comments: z.array(z.string()).meta({ description: "The newest comments, at most 5." }),
    })
    .meta({ description: "`feedback`" }),
  z
    .object({
      searchQuery: z
        .string()
        .nullable()
        .meta({ description: "Null if there were no recent searches for this query." }),
      hits: count,
      withoutResults: count.meta({ description: "The number of these searches that had no results." }),
    })
    .meta({ description: "`search`" }),
  z
    .object({
      terms: z.array(z.string()).meta({ description: "The words that all the questions contain." }),
      questions: z.array(z.string()).meta({ description: "The newest questions, at most 10." }),
    })
    .meta({ description: "`conversation`" }),
  z
    .object({
      requested: count.meta({ description: "AI agents whose requests prefer Markdown." }),
      failed: count.meta({
        description:
          "AI agents that found no page at another notation of a page's address, such as `/setup.md`.",
      }),
      pages: z.array(z.object({ path: z.string(), agents: count })),
    })
    .meta({ description: "`markdown`" }),
  z
    .object({
      path: z.string().nullable().meta({ description: "Null if it concerns the whole site." }),
      rule: z.string().meta({ example: "broken-links" }),
      count: count.meta({ description: "The number of places, or of characters for rules about sizes." }),
      views: count.meta({ description: "The AI agents' views of the page, or of all pages." }),
      reason: z.string().meta({ description: "Why it matters for AI agents." }),
    })
    .meta({ description: "`readiness`" }),
  z.object({ path: z.string(), changedAt: isoTime }).meta({ description: "`stale`" }),
  z.object({ path: z.string() }).meta({ description: "`agents_only`" }),
]);

const numbers = z.object({ people: count, agents: count, total: count });
const effect = z
  .object({
    mergedAt: isoTime,
    days: count.meta({ description: "The length of each of the two periods: before and after the merge." }),
    before: numbers.meta({ description: "The evidence in the days before the merge." }),
    after: numbers.meta({ description: "The evidence in the days after the merge." }),
    visitors: z.object({ before: visitors, after: visitors }).nullable().meta({
      description:
        "The visitors of the page that the change concerns. Null if it concerns no particular page.",
    }),
  })
  .meta({ id: "OpportunityEffect" });

/** R74. */
export const opportunity = z
  .object({
    id: z.string().meta({ example: "opp_0f4c9a6d1b2e3f405162738495a6b7c8" }),
    kind: z.enum(proposalKinds).meta({
      description:
        "`redirect`: a missing address whose page is known. `page`: a missing address for which there is no page. `feedback`: a page that more readers found unhelpful than helpful. `search`: a query that had no results, or after which no result was opened. `conversation`: a subject about which an assistant couldn't answer questions. `markdown`: AI agents ask for Markdown and don't get it. `agents_only`: a page that only AI agents read. `stale`: a popular page that hasn't changed for a year. `readiness`: something in the files that keeps AI agents from reading a page.",
    }),
    status: z.enum(opportunityStatuses),
    title: z.string().meta({
      description: "The problem or the change in a few words. May contain text written by readers.",
    }),
    instruction: z.string().meta({
      description: "The instruction for the job. Text written by readers is attached to the job as a file.",
    }),
    needsModel: z.boolean().meta({ description: "False if the built-in editor carries out the job." }),
    people: count.meta({
      description:
        "The number of unique people, votes, searches or questions in the last 30 days. If no evidence remains, the number at the time of the decision.",
    }),
    agents: count.meta({ description: "Unique AI agents." }),
    total: count.meta({ description: "Counts each visitor once, even one seen as both kinds." }),
    evidence,
    jobId: z
      .string()
      .nullable()
      .meta({ description: "The job that makes the change, or the last job that made it." }),
    effect: effect.nullable().meta({
      description: "Compares the time before and after the merge. Null until two weeks after the merge.",
    }),
  })
  .meta({ id: "Opportunity" });

export type WireOpportunity = z.output<typeof opportunity>;

export const opportunityPage = z
  .object({
    opportunities: z.array(opportunity),
    hasMore: z.boolean().meta({ description: "Whether there are more opportunities than `limit`." }),
    pending: z.boolean().meta({
      description:
        "True until the service has read the site's pages once. If true, repeat the request later.",
    }),
    problem: z.string().nullable().meta({
      description:
        "Why the service couldn't read the repository the last time. Null if it could. Opportunities about pages are then missing or outdated.",
    }),
  })
  .meta({ id: "OpportunityPage" });

export function toWireOpportunity({
  id,
  status,
  proposal,
  instruction,
  jobId,
  effect: measured,
}: Opportunity): WireOpportunity {
  const { kind, people, agents, total } = proposal;
  return {
    ...{ id, kind, status, title: titleOf(proposal), instruction, needsModel: needsModel(proposal) },
    ...{ people, agents, total, evidence: evidenceOf(proposal), jobId },
    effect: measured === null ? null : { ...measured, mergedAt: new Date(measured.mergedAt).toISOString() },
  };
}

function evidenceOf(proposal: Proposal): z.output<typeof evidence> {
  switch (proposal.kind) {
    case "redirect": {
      const { from, to, reason, referrers, referringPages = [] } = proposal;
      const suggestion = { path: to, reason };
      return { path: from, suggestion, referrers: [...referrers], referringPages: [...referringPages] };
    }
    case "page": {
      const { path, referrers, referringPages } = proposal;
      return { path, referrers: [...referrers], referringPages: [...referringPages] };
    }
    case "feedback": {
      const { path, thumbsUp, thumbsDown, comments } = proposal;
      return { path, thumbsUp, thumbsDown, comments: [...comments] };
    }
    case "search":
      return {
        searchQuery: proposal.query,
        hits: proposal.total,
        withoutResults: proposal.withoutResults ?? 0,
      };
    case "conversation":
      return { terms: [...proposal.terms], questions: [...proposal.questions] };
    case "markdown":
      return {
        requested: proposal.requested,
        failed: proposal.failed,
        pages: proposal.pages.map((own) => ({ ...own })),
      };
    case "stale":
      return { path: proposal.path, changedAt: new Date(proposal.changedAt).toISOString() };
    case "agents_only":
      return { path: proposal.path };
    case "readiness": {
      const { path, rule, count: places, views, reason } = proposal;
      return { path, rule, count: places, views, reason };
    }
  }
}
