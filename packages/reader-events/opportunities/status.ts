import { needsModel, type Proposal } from "./proposal.ts";

/**
 * `open`: somebody can start or dismiss it. `in_progress`: a job or an open pull request covers it. `done`: a pull
 * request was merged. `dismissed`: somebody dismissed it, or closed its pull request twice.
 */
export const opportunityStatuses = ["open", "in_progress", "done", "dismissed"] as const;
export type OpportunityStatus = (typeof opportunityStatuses)[number];

/** A decision about a proposal, with the proposal as it was at that time. */
export interface Decision {
  readonly id: string;
  readonly proposal: Proposal;
  readonly decision: "dismissed" | "started";
  readonly jobId: string | null;
  /** Whether the opportunity was started again after its pull request had been closed. */
  readonly reopened: boolean;
}

/** The part of a job that determines the status of an opportunity. */
export interface JobProgress {
  readonly status: string;
  readonly pullRequest: { readonly state: "open" | "merged" | "closed" } | null;
}

/**
 * Returns the status of an opportunity that was started or dismissed. `now` is its current proposal, or null if its
 * evidence is gone.
 */
export function statusOf(
  { decision, proposal, reopened }: Pick<Decision, "decision" | "proposal" | "reopened">,
  { now, job }: { readonly now: Proposal | null; readonly job: JobProgress | null },
): OpportunityStatus {
  const hasDoubled = (now?.total ?? 0) >= 2 * proposal.total;
  if (decision === "dismissed") return hasDoubled ? "open" : "dismissed";
  if (job === null) return "open";
  if (job.status === "active") return "in_progress";
  switch (job.pullRequest?.state) {
    case "merged":
      // A merged redirect solves the problem, but a changed page may still not help readers.
      return hasDoubled && needsModel(proposal) ? "open" : "done";
    case "open":
      return "in_progress";
    case "closed":
      return reopened ? "dismissed" : "open";
    default:
      return "open";
  }
}

/** Whether a job that somebody else started makes the same change. The title of a job is its instruction. */
export function covers({ title }: { readonly title: string }, proposal: Proposal): boolean {
  if (proposal.kind !== "redirect") return false;
  const { from, to } = proposal.add;
  const words = title.split(/[\s`"'<>()]+/u).map((word) => word.replace(/(?<=.)[.,;:/]+$/u, ""));
  return words.includes(from) && words.includes(to);
}

/**
 * The page or missing address that a change concerns; null if there is none. While a job makes one change to it, no other
 * change is proposed, because both could conflict.
 */
export function placeOf(proposal: Proposal): string | null {
  switch (proposal.kind) {
    case "redirect":
      return `missing ${proposal.from}`;
    case "page":
      return `missing ${proposal.path}`;
    case "feedback":
    case "agents_only":
    case "stale":
      return `page ${proposal.path}`;
    case "readiness":
      return proposal.path === null ? null : `page ${proposal.path}`;
    default:
      return null;
  }
}
