import type { CheckOutcome, FileChange } from "../jobs/index.ts";

/** The content of a pull request's text. All of it is data: no field can break out of its place in the text. */
export interface PullRequestSubject {
  readonly jobId: string;
  /** One line, which is shortened and escaped in the text. */
  readonly title: string;
  /** Every request that was carried out, oldest first: the job's prompt, then its follow-ups. */
  readonly requests: readonly string[];
  /** The agent's summary in Markdown, or null. */
  readonly summary: string | null;
  /** The changes of all turns against the base. */
  readonly changes: readonly FileChange[];
  readonly checks: readonly CheckOutcome[];
  /** New problems that the agent couldn't fix. */
  readonly problems: readonly ProblemLeft[];
  /** Lines that only a person can change, such as navigation defined in code. */
  readonly manual: readonly ManualLine[];
  /** Points for a person to review, one sentence each. */
  readonly notes: readonly string[];
  /** Sources of the facts, one sentence each. */
  readonly evidence: readonly string[];
  /** A sentence about the budget that cut the work short, or null for complete work. */
  readonly partial: string | null;
  readonly followUp: FollowUp;
}

export interface ProblemLeft {
  readonly path: string;
  readonly line: number | null;
  readonly message: string;
}

export interface ManualLine {
  readonly file: string | null;
  readonly line: number | null;
  readonly message: string;
}

export interface FollowUp {
  /** The service's base URL, without a trailing slash. */
  readonly baseUrl: string;
  readonly projectId: string;
}

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}
