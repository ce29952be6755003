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

/** A local pull request as shown on its read-only page. Text is raw; the page escapes it. */
export interface PullRequestView {
  readonly projectId: ProjectId;
  readonly jobId: JobId;
  readonly number: number;
  /** The number of times that the links to this page were revoked. */
  readonly linkRevision: number;
  readonly state: PullRequestState;
  readonly draft: boolean;
  readonly title: string;
  /** Markdown. */
  readonly body: string;
  /** The repository's URL without credentials; `file://` for a repository on this machine. */
  readonly repositoryUrl: string;
  readonly branch: string;
  readonly base: string;
  readonly headSha: string;
  /** The merge commit on the base branch. Null if the pull request wasn't merged, or was merged manually. */
  readonly mergedSha: string | null;
  /** The branch's stored commits that the base does not have, newest first. */
  readonly commits: readonly PullRequestCommit[];
  /** Includes commits that are not stored. */
  readonly commitCount: number;
  readonly files: readonly FileChange[];
  readonly checks: readonly CheckOutcome[];
  /** Unified diff against the base; empty if there is none. */
  readonly diff: string;
  readonly createdAt: number;
  readonly updatedAt: number;
}

export type PullRequestCommit = BranchCommit;

/** Reads the page's content from the store, without git. Returns null if the job has no such local pull request. */
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
  // A job stores the diff of its newest pull request only. For older pull requests, the page shows only the text and
  // final state.
  const isNewest = job.pullRequest?.number === number || diff?.headSha === record.headSha;
  const { state, draft, title, body, repositoryUrl, branch, base } = record;
  const { headSha, mergedSha, createdAt, updatedAt } = record;
  return {
    ...{
      projectId,
      jobId: job.id,
      number,
      linkRevision: job.linkRevision,
      state,
      draft,
      title,
      body,
      repositoryUrl,
      branch,
      base,
    },
    ...{ headSha, mergedSha, createdAt, updatedAt },
    ...shown(isNewest ? diff : null),
  };
}

function shown(diff: JobDiff | null) {
  if (diff === null) return { commits: [], commitCount: 0, files: [], checks: [], diff: "" };
  const { commits, commitCount, files, checks, text } = diff;
  return { commits, commitCount, files, checks, diff: text };
}
