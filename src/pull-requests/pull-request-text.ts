import type { CheckOutcome, FileChange } from "../jobs/index.ts";

/** What a pull request tells its reviewers. All of it is data: no part can break out of its place in the text. */
export interface PullRequestSubject {
  readonly jobId: string;
  /** One line; cut and made harmless. */
  readonly title: string;
  /** Every request that was carried out, oldest first: the job's prompt, then its follow-ups. */
  readonly requests: readonly string[];
  /** What the agent says that it did, in Markdown; null for nothing. */
  readonly summary: string | null;
  /** The whole change against the base, all turns together. */
  readonly changes: readonly FileChange[];
  readonly checks: readonly CheckOutcome[];
  /** New problems that the agent could not mend. */
  readonly problems: readonly ProblemLeft[];
  /** Lines that only a person can change, such as navigation that is code. */
  readonly manual: readonly ManualLine[];
  /** What a person should look at, a sentence each. */
  readonly notes: readonly string[];
  /** Where the facts come from, a sentence each. */
  readonly evidence: readonly string[];
  /** Which budget cut the work short, as a sentence; null for work that is whole. */
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
  /** Of this service, without a slash at its end. */
  readonly baseUrl: string;
  readonly projectId: string;
}

export interface PullRequestText {
  readonly title: string;
  readonly body: string;
}
