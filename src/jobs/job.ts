import type { FailureCode } from "../errors.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Branded } from "../std/id.ts";

export type JobId = Branded<"JobId">;

export type JobStatus = "active" | "completed" | "failed" | "archived";
export type PullRequestState = "open" | "merged" | "closed";

/** The job as the domain knows it. What clients see of it is made in `http/wire`. */
export interface Job {
  readonly id: JobId;
  readonly projectId: ProjectId;
  readonly status: JobStatus;
  readonly title: string;
  /** `provider/model`. */
  readonly model: string;
  readonly repositoryUrl: string;
  /** The base branch. */
  readonly ref: string;
  /** `ref` is the repository's default branch, whatever it is called when a turn begins. */
  readonly followsDefaultRef: boolean;
  /** The branch that the job pushes to: named at create, or given by its first push. */
  readonly branch: string | null;
  readonly draft: boolean;
  readonly pullRequest: JobPullRequest | null;
  readonly failure: { readonly code: FailureCode; readonly message: string } | null;
  readonly usage: Usage;
  /** US dollars, of the steps whose model has a known price; null where none had. */
  readonly costUsd: number | null;
  /** Null where nobody said. */
  readonly startedBy: JobOrigin | null;
  readonly createdAt: number;
  /** The last message, turn or change of state. */
  readonly updatedAt: number;
  readonly archivedAt: number | null;
}

/** Who or what began a job, by the name that it had then. */
export interface JobOrigin {
  readonly kind: "key" | "person" | "command" | "automation";
  readonly name: string;
}

export interface JobPullRequest {
  readonly number: number;
  /** Null for a pull request that this service keeps itself: its address is built from the base URL when it is read. */
  readonly url: string | null;
  readonly state: PullRequestState;
}

export interface Usage {
  readonly inputTokens: number;
  readonly outputTokens: number;
  readonly steps: number;
}

/** What started a job or a follow-up, as its events tell it. */
export interface JobTrigger {
  readonly kind: "automation";
  /** The automation's id. */
  readonly id: string;
  /** Why it did, in a sentence. */
  readonly why: string;
}

export type MessageId = Branded<"MessageId">;
/** `notice` is the service's own word, such as that a new branch was started. */
export type MessageRole = "user" | "agent" | "notice";
export type MessageStatus = "queued" | "processing" | "done" | "failed" | "cancelled";

export interface Message {
  readonly id: MessageId;
  readonly jobId: JobId;
  /** 1 and up, in order of arrival within the job. */
  readonly seq: number;
  readonly role: MessageRole;
  readonly text: string;
  readonly status: MessageStatus;
  readonly createdAt: number;
}

/** How a job got where it is. The job itself stays the truth. */
export interface JobEvent {
  readonly seq: number;
  readonly type: JobEventType;
  readonly data: Readonly<Record<string, unknown>>;
  readonly at: number;
}

export type JobEventType =
  | "job.created"
  | "message.queued"
  | "turn.started"
  | "turn.resumed"
  | "turn.step"
  | "turn.retrying"
  | "turn.checks"
  | "turn.policy"
  | "turn.feedback"
  | "turn.compacted"
  | "turn.pushed"
  | "turn.completed"
  | "turn.failed"
  | "pull_request.opened"
  | "pull_request.updated"
  | "pull_request.merged"
  | "pull_request.closed"
  | "pull_request.reopened"
  | "job.completed"
  | "job.failed"
  | "job.cancelled"
  | "job.archived"
  | "job.unarchived";

/** One file of a turn's change against the base, for lists and counts. */
export interface FileChange {
  readonly path: string;
  readonly previousPath: string | null;
  readonly status: "added" | "modified" | "deleted" | "renamed";
  readonly additions: number;
  readonly deletions: number;
}

/** One commit of a job's branch that the base does not have. */
export interface BranchCommit {
  readonly sha: string;
  /** The first line of its message. */
  readonly subject: string;
  readonly authorName: string;
  readonly at: number;
}

/** One check's outcome, as the pull request shows it. */
export interface CheckOutcome {
  readonly name: string;
  readonly ok: boolean;
  /** A sentence: what was checked, or what was found. */
  readonly message: string;
}
