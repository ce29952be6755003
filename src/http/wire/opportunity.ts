import { z } from "zod";
import { foundReasons, type Opportunity, opportunityStatuses } from "../../opportunities/index.ts";

const count = z.int().min(0);

/** R74. */
export const opportunity = z
  .object({
    id: z.string().meta({ example: "opp_0f4c9a6d1b2e3f405162738495a6b7c8" }),
    kind: z.enum(["redirect"]).meta({ description: "`redirect`: a missing address whose page is known." }),
    status: z.enum(opportunityStatuses),
    title: z.string().meta({ description: "The change in a few words." }),
    instruction: z.string().meta({ description: "The instruction for the job." }),
    people: count.meta({
      description: "Unique people in the last 30 days, as of the decision if there is one.",
    }),
    agents: count.meta({ description: "Unique AI agents." }),
    total: count.meta({ description: "Counts each visitor once, even one seen as both kinds." }),
    evidence: z.object({
      path: z.string().meta({ description: "The requested address." }),
      suggestion: z.object({ path: z.string(), reason: z.enum(foundReasons) }),
      referrers: z.array(z.object({ referrer: z.string(), human: count, ai: count, total: count })),
    }),
    jobId: z
      .string()
      .nullable()
      .meta({ description: "The job that makes the change, or the last one that did." }),
  })
  .meta({ id: "Opportunity" });

export const opportunityPage = z
  .object({
    opportunities: z.array(opportunity),
    hasMore: z.boolean().meta({ description: "Whether there are more opportunities than `limit`." }),
    pending: z.boolean().meta({
      description: "True until the service has read the site's pages for the first time. Repeat the request.",
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
  const { kind, from, to, reason, people, agents, total, referrers } = proposal;
  return {
    ...{ id, kind, status, title: instruction, instruction, people, agents, total },
    evidence: { path: from, suggestion: { path: to, reason }, referrers: [...referrers] },
    jobId,
  };
}
