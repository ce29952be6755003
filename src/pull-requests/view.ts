import { findLocalPullRequest } from "../codehost/index.ts";
import type {
  BranchCommit,
  CheckOutcome,
  FileChange,
  JobDiff,
  JobId,
  Jobs,
  PullRequestState,
} from "../jobs/index.ts";
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
  /** The merge's commit on the base branch; null where it was not merged, or by hand in another way. */
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

export type PullRequestCommit = BranchCommit;

/** Reads the page's content from the store; runs no git. Null where the job has no pull request of this service's own. */
export type FindPullRequestView = (
  projectId: ProjectId,
  jobId: string,
  number: number,
) => Promise<PullRequestView | null>;

export interface ViewDeps {
  readonly database: { readonly db: Parameters<typeof findLocalPullRequest>[0] };
  readonly jobs: Pick<Jobs, "find" | "findDiff">;
}

export async function findPullRequestView(
  { database, jobs }: ViewDeps,
  ...[projectId, jobId, number]: Parameters<FindPullRequestView>
): Promise<PullRequestView | null> {
  const job = await jobs.find(projectId, jobId);
  if (job === null) return null;
  const record = await findLocalPullRequest(database.db, job.repositoryUrl, number);
  if (record === null || record.jobId !== job.id) return null;
  const diff = await jobs.findDiff(projectId, jobId);
  // The job keeps the change of its newest pull request only: one that it left behind shows its text and its end.
  const isNewest = job.pullRequest?.number === number || diff?.headSha === record.headSha;
  const { state, draft, title, body, repositoryUrl, branch, base } = record;
  const { headSha, mergedSha, createdAt, updatedAt } = record;
  return {
    ...{ projectId, jobId: job.id, number, state, draft, title, body, repositoryUrl, branch, base },
    ...{ headSha, mergedSha, createdAt, updatedAt },
    ...shown(isNewest ? diff : null),
  };
}

function shown(diff: JobDiff | null) {
  if (diff === null) return { commits: [], commitCount: 0, files: [], checks: [], diff: "" };
  const { commits, commitCount, files, checks, text } = diff;
  return { commits, commitCount, files, checks, diff: text };
}
