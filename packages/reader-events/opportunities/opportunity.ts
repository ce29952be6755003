import { instructionOf } from "./describe-proposal.ts";
import type { Effect } from "./measure-effect.ts";
import { idOf, type Proposal } from "./proposal.ts";
import {
  covers,
  type Decision,
  type JobProgress,
  type OpportunityStatus,
  placeOf,
  statusOf,
} from "./status.ts";

/** A change to the docs that would help readers (R74). */
export interface Opportunity {
  readonly id: string;
  readonly status: OpportunityStatus;
  readonly proposal: Proposal;
  /** The instruction for the job. */
  readonly instruction: string;
  readonly jobId: string | null;
  /** Null until two weeks after the merge. */
  readonly effect: Effect | null;
}

/** Everything that determines the opportunities of a project. */
export interface Known {
  readonly proposals: readonly Proposal[];
  readonly decisions: readonly Decision[];
  /** The jobs of the decisions, by ID. */
  readonly jobs: ReadonlyMap<string, JobProgress>;
  /** The jobs that may make the same change as a proposal. */
  readonly covering: readonly { readonly id: string; readonly title: string }[];
}

/** Returns the opportunities, largest evidence first. */
export function toOpportunities(projectId: string, known: Known): readonly Opportunity[] {
  const { proposals, decisions, jobs, covering } = known;
  const byId = new Map<string, Proposal | null>(decisions.map(({ id }) => [id, null]));
  for (const proposal of proposals) byId.set(idOf(projectId, proposal), proposal);
  const decided = new Map(decisions.map((own) => [own.id, own]));
  const found = [...byId].flatMap(([id, now]) => {
    const decision = decided.get(id) ?? null;
    const job = decision?.jobId == null ? null : (jobs.get(decision.jobId) ?? null);
    const status = decision === null ? "open" : statusOf(decision, { now, job });
    const proposal = now ?? decision?.proposal ?? null;
    // Without evidence, an open opportunity is no longer listed.
    if (proposal === null || (status === "open" && now === null)) return [];
    return [{ id, status, proposal, jobId: decision?.jobId ?? null }];
  });
  const busy = new Map(
    found.flatMap(({ status, proposal, jobId }) => {
      const place = status === "in_progress" ? placeOf(proposal) : null;
      return place === null ? [] : [[place, jobId] as const];
    }),
  );
  return found
    .map(({ status, ...own }): Opportunity => {
      const place = placeOf(own.proposal);
      const other =
        status === "open"
          ? (covering.find((job) => covers(job, own.proposal))?.id ??
            (place === null ? undefined : busy.get(place)))
          : undefined;
      return {
        ...own,
        ...(other == null ? { status } : { status: "in_progress", jobId: other }),
        ...{ instruction: instructionOf(own.proposal), effect: null },
      };
    })
    .sort((a, b) => b.proposal.total - a.proposal.total || (a.instruction < b.instruction ? -1 : 1));
}
