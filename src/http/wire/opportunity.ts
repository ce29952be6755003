import { z } from "zod";
import {
  foundReasons,
  needsModel,
  type Opportunity,
  opportunityStatuses,
  type Proposal,
} from "../../opportunities/index.ts";

const count = z.int().min(0);

const redirectEvidence = z.object({
  path: z.string().meta({ description: "The requested address." }),
  suggestion: z.object({ path: z.string(), reason: z.enum(foundReasons) }),
  referrers: z.array(z.object({ referrer: z.string(), human: count, ai: count, total: count })),
});
const feedbackEvidence = z.object({
  path: z.string(),
  thumbsUp: count,
  thumbsDown: count,
  comments: z.array(z.string()).meta({ description: "The newest comments, at most 5." }),
});
const searchEvidence = z.object({
  searchQuery: z
    .string()
    .nullable()
    .meta({ description: "Null if there were no recent searches for this query." }),
  hits: count,
});

/** R74. */
export const opportunity = z
  .object({
    id: z.string().meta({ example: "opp_0f4c9a6d1b2e3f405162738495a6b7c8" }),
    kind: z.enum(["redirect", "feedback", "search"]).meta({
      description:
        "`redirect`: a missing address whose page is known. `feedback`: a page that more readers found unhelpful than helpful. `search`: a query after which no result was opened.",
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
        "The number of unique people, votes or searches in the last 30 days. If no evidence remains, the number at the time of the decision.",
    }),
    agents: count.meta({ description: "Unique AI agents." }),
    total: count.meta({ description: "Counts each visitor once, even one seen as both kinds." }),
    evidence: z.union([redirectEvidence, feedbackEvidence, searchEvidence]),
    jobId: z
      .string()
      .nullable()
      .meta({ description: "The job that makes the change, or the last job that made it." }),
  })
  .meta({ id: "Opportunity" });

export const opportunityPage = z
  .object({
    opportunities: z.array(opportunity),
    hasMore: z.boolean().meta({ description: "Whether there are more opportunities than `limit`." }),
    pending: z.boolean().meta({
      description:
        "True until the service has read the site's pages once. If true, repeat the request later.",
    }),
  })
  .meta({ id: "OpportunityPage" });

export function toWireOpportunity({
  id,
  status,
  proposal,
  instruction,
  jobId,
}: Opportunity): z.output<typeof opportunity> {
  const { kind, people, agents, total } = proposal;
  const title = titleOf(proposal, instruction);
  return {
    ...{ id, kind, status, title, instruction, needsModel: needsModel(proposal), people, agents, total },
    evidence: evidenceOf(proposal),
    jobId,
  };
}

function titleOf(proposal: Proposal, instruction: string): string {
  if (proposal.kind === "redirect") return instruction;
  if (proposal.kind === "feedback") return `${proposal.path} doesn't help readers`;
  return proposal.query === null
    ? "Readers opened no search result"
    : `Readers search for “${proposal.query}” and open no result`;
}

function evidenceOf(proposal: Proposal): z.output<typeof opportunity>["evidence"] {
  if (proposal.kind === "redirect") {
    const { from, to, reason, referrers } = proposal;
    return { path: from, suggestion: { path: to, reason }, referrers: [...referrers] };
  }
  if (proposal.kind === "search") return { searchQuery: proposal.query, hits: proposal.total };
  const { path, thumbsUp, thumbsDown, comments } = proposal;
  return { path, thumbsUp, thumbsDown, comments: [...comments] };
}
