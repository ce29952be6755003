import { hash } from "node:crypto";
import type { FoundReason } from "#site";
import type { Job } from "../jobs/index.ts";

/** A change to the docs that readers' requests, votes or searches suggest, with its evidence. */
export type Proposal = RedirectProposal | FeedbackProposal | SearchProposal;

interface Evidence {
  /** Unique visitors in the period, or the number of votes or searches. */
  readonly people: number;
  readonly agents: number;
  readonly total: number;
}

/** How the page for a missing address was found. */
export const foundReasons = ["redirect", "renamed", "spelling", "folder"] as const satisfies FoundReason[];

export interface RedirectProposal extends Evidence {
  readonly kind: "redirect";
  /** The missing address, and the page to which it should lead. */
  readonly from: string;
  readonly to: string;
  readonly reason: FoundReason;
  /** The redirect to add, in the site's own notation: reports omit the base path (R55). */
  readonly add: { readonly from: string; readonly to: string };
  readonly referrers: readonly ProposalReferrer[];
}

/** A page that more readers found unhelpful than helpful. */
export interface FeedbackProposal extends Evidence {
  readonly kind: "feedback";
  readonly path: string;
  readonly thumbsUp: number;
  readonly thumbsDown: number;
  /** The newest comments. */
  readonly comments: readonly string[];
}

/** Searches after which no result was opened. */
export interface SearchProposal extends Evidence {
  readonly kind: "search";
  /** Identifies the query without containing it. */
  readonly key: string;
  /** Null if there are no recent searches for it, because a query isn't kept longer than its searches. */
  readonly query: string | null;
}

export interface ProposalReferrer {
  readonly referrer: string;
  readonly human: number;
  readonly ai: number;
  readonly total: number;
}

/**
 * `open`: somebody can start or dismiss it. `in_progress`: a job or an open pull request covers it. `done`: a pull
 * request was merged. `dismissed`: somebody dismissed it, or closed its pull request twice.
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

/** A decision about a proposal, with the proposal as it was at that time. */
export interface Decision {
  readonly id: string;
  readonly proposal: Proposal;
  readonly decision: "dismissed" | "started";
  readonly jobId: string | null;
  /** Whether the opportunity was started again after its pull request had been closed. */
  readonly reopened: boolean;
}

/** The ID of a proposal, which doesn't depend on its evidence. */
export function idOf(projectId: string, proposal: Proposal): string {
  return `opp_${digest([projectId, proposal.kind, ...subjectOf(proposal)])}`;
}

function subjectOf(proposal: Proposal): readonly string[] {
  if (proposal.kind === "redirect") return [proposal.from, proposal.to];
  return proposal.kind === "feedback" ? [proposal.path] : [proposal.key];
}

/** A digest that identifies a query without revealing it. Each project has a different digest for the same query. */
export const searchKeyOf = (projectId: string, query: string): string => digest([projectId, query]);

const digest = (parts: readonly string[]): string =>
  hash("sha256", JSON.stringify(parts), "hex").slice(0, 32);

/**
 * The part of a proposal that is stored with a decision. It contains no text written by readers, because such text can
 * be erased.
 */
export function withoutTexts(proposal: Proposal): Proposal {
  if (proposal.kind === "feedback") return { ...proposal, comments: [] };
  return proposal.kind === "search" ? { ...proposal, query: null } : proposal;
}

/** The instruction for the job, which never contains text written by readers. */
export function instructionOf(proposal: Proposal): string {
  if (proposal.kind === "redirect") return `Add a redirect from ${proposal.add.from} to ${proposal.add.to}`;
  if (proposal.kind === "feedback")
    return `Improve the page ${proposal.path}. ${proposal.thumbsDown} readers found that it isn't helpful. The attached file has their comments, if there are any.`;
  return `Readers searched the docs ${proposal.total} times for the text in the attached file, and opened no result. Add the answer to the page where readers would look for it, or use their words on the page that already has it.`;
}

/** The text written by readers that belongs to an instruction, as a file: models get files as quoted material only. */
export function textsOf(proposal: Proposal): { readonly name: string; readonly text: string } | null {
  if (proposal.kind === "feedback")
    return proposal.comments.length === 0
      ? null
      : { name: "comments.txt", text: `${proposal.comments.join("\n\n")}\n` };
  return proposal.kind === "search" && proposal.query !== null
    ? { name: "search.txt", text: `${proposal.query}\n` }
    : null;
}

/** Redirects need no language model, so no language model gets an address that a stranger chose. */
export const needsModel = ({ kind }: Proposal): boolean => kind !== "redirect";

/**
 * Whether an address can be part of an instruction. Strangers choose addresses, so everything that isn't a plain path is
 * left to people.
 */
export const isPlainAddress = (path: string): boolean =>
  path === "/" || /^(?:\/[A-Za-z0-9._~-]+)+$/u.test(path);

/**
 * Returns the status of an opportunity that was started or dismissed. `now` is its current proposal, or null if its
 * evidence is gone.
 */
export function statusOf(
  { decision, proposal, reopened }: Decision,
  { now, job }: { readonly now: Proposal | null; readonly job: Job | null },
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
export function covers({ title }: Pick<Job, "title">, proposal: Proposal): boolean {
  if (proposal.kind !== "redirect") return false;
  const { from, to } = proposal.add;
  const words = title.split(/[\s`"'<>()]+/u).map((word) => word.replace(/(?<=.)[.,;:/]+$/u, ""));
  return words.includes(from) && words.includes(to);
}
