import { hash } from "node:crypto";
import type { KnownPage } from "#site";
import type { Job } from "../jobs/index.ts";

/** A change to the docs that the requests of readers suggest, with its evidence. */
export interface Proposal {
  readonly kind: "redirect";
  /** The missing address, and the page to which it should lead. */
  readonly from: string;
  readonly to: string;
  readonly reason: KnownPage["reason"];
  /** Unique visitors in the period. */
  readonly people: number;
  readonly agents: number;
  readonly total: number;
  readonly referrers: readonly ProposalReferrer[];
}

export interface ProposalReferrer {
  readonly referrer: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/**
 * `open`: somebody can decide. `in_progress`: a job or an open pull request covers it. `done`: a pull request was merged.
 * `dismissed`: somebody dismissed it, or closed its pull request twice.
 */
export const opportunityStatuses = ["open", "in_progress", "done", "dismissed"] as const;
export type OpportunityStatus = (typeof opportunityStatuses)[number];

export interface Opportunity {
  readonly id: string;
  readonly status: OpportunityStatus;
  readonly proposal: Proposal;
  /** The instruction for the job. */
  readonly instruction: string;
  readonly jobId: string | null;
}

/** What somebody decided about a proposal, as of that time. */
export interface Decision {
  readonly id: string;
  readonly proposal: Proposal;
  readonly decision: "dismissed" | "started";
  readonly jobId: string | null;
  /** Whether the opportunity was started again after its pull request had been closed. */
  readonly reopened: boolean;
}

/** The ID of a proposal: the same as long as its address and page are. */
export function idOf(projectId: string, { kind, from, to }: Pick<Proposal, "kind" | "from" | "to">): string {
  const digits = hash("sha256", JSON.stringify([projectId, kind, from, to]), "hex");
  return `opp_${digits.slice(0, 32)}`;
}

export const instructionOf = ({ from, to }: Proposal): string => `Add a redirect from ${from} to ${to}`;

/**
 * Whether an address can be part of an instruction. Strangers choose addresses, so everything that isn't a plain path is
 * left to people.
 */
export const isPlainAddress = (path: string): boolean =>
  path === "/" || /^(?:\/[A-Za-z0-9._~-]+)+$/u.test(path);

/**
 * Returns the status of an opportunity with a decision. `now` is its current proposal, or null if its evidence is gone.
 */
export function statusOf(
  { decision, proposal, reopened }: Decision,
  { now, job }: { readonly now: Proposal | null; readonly job: Job | null },
): OpportunityStatus {
  if (decision === "dismissed") return (now?.total ?? 0) >= 2 * proposal.total ? "open" : "dismissed";
  if (job === null) return "open";
  if (job.status === "active") return "in_progress";
  switch (job.pullRequest?.state) {
    case "merged":
      return "done";
    case "open":
      return "in_progress";
    case "closed":
      return reopened ? "dismissed" : "open";
    default:
      return "open";
  }
}

/** Whether a job that somebody else started makes the same change. Its title is its instruction. */
export function covers({ title }: Pick<Job, "title">, { from, to }: Proposal): boolean {
  const words = title.split(/[\s`"'<>()]+/u).map((word) => word.replace(/[.,;:/]+$/u, ""));
  return words.includes(from) && words.includes(to);
}
