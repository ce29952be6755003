import type { CheckOutcome, FileChange, JobId, PullRequestState } from "../jobs/index.ts";
import type { ProjectId } from "../projects/index.ts";

/** A local pull request as its read-only page shows it. Texts are raw: the page escapes them. */
export interface PullRequestView {
  readonly projectId: ProjectId;
  readonly jobId: JobId;
  readonly number: number;
  readonly state: PullRequestState;
  readonly draft: boolean;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** Without credentials; `file://` for a repository on this machine. */
  readonly repositoryUrl: string;
  readonly branch: string;
  readonly base: string;
  readonly headSha: string;
  /** The merge's commit on the base branch; null unless merged. */
  readonly mergedSha: string | null;
  /** Those of the branch that the base does not have, newest first, as many as are kept. */
  readonly commits: readonly PullRequestCommit[];
  /** All of them, also those that are not kept. */
  readonly commitCount: number;
  readonly files: readonly FileChange[];
  readonly checks: readonly CheckOutcome[];
  /** Unified diff against the base; "" where there is none. */
  readonly diff: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export interface PullRequestCommit {
  readonly sha: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly authorName: string;
  readonly at: number;
}

/** Reads the page's content from the store; runs no git. Null where the job has no pull request of this service's own. */
export type FindPullRequestView = (
  projectId: ProjectId,
  jobId: string,
  number: number,
) => Promise<PullRequestView | null>;
