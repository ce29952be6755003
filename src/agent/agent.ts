import type { JobId, TurnRecord } from "../jobs/index.ts";
import type { Workspace } from "../workspace/index.ts";
import type { Budget } from "./budget.ts";
import type { BranchSoFar } from "./context/branch-so-far.ts";
import type { Review } from "./context/review.ts";
import type { Price, TranscriptEntry } from "./models/model.ts";
import type { FinishData, ToolContext } from "./tools/index.ts";

/**
 * The port behind which whoever carries an instruction out stands: our own loop with a model, or an agent of another
 * make in its sandbox. What it leaves in the workspace is looked at by the same checks and the same policy.
 */
export interface Agent {
  /** `provider/model`. */
  readonly id: string;
  /** Of what it reports to have used; null where nobody told. */
  readonly price: Price | null;
  /** Nothing runs before the session is asked to work. */
  open(assignment: Assignment): AgentSession;
}

/** One attempt at a turn. It ends with `close`, however it went. */
export interface AgentSession {
  /**
   * Works on the last thing that the transcript says until it has finished or a budget is used up; called again after
   * something was given back. Whatever it changed is in the workspace and in the journal when it answers.
   */
  work(): Promise<AgentEnd>;
  close(): Promise<void>;
}

export type AgentEnd =
  | { readonly kind: "finished"; readonly said: FinishData }
  /** A budget cut it short; `message` says which. */
  | { readonly kind: "exhausted"; readonly message: string };

export interface Assignment {
  readonly jobId: JobId;
  /** The message that the turn carries out, as a person wrote it. */
  readonly instruction: string;
  /** What a follow-up goes on from; null for a job that has no branch yet. Read when it is asked for. */
  readBranch(): Promise<BranchSoFar | null>;
  /** What people said on the job's open pull request; null where nobody was asked. */
  readReview(): Promise<Review | null>;
  readonly workspace: Workspace;
  readonly record: TurnRecord;
  readonly budget: Budget;
  /** Grows with what is done and with what is given back. */
  readonly transcript: TranscriptEntry[];
  readonly context: ToolContext;
  readonly signals: TurnSignals;
}

export interface TurnSignals {
  /** Stop at once: the lease is lost, the job was cancelled, or the process is stopping. */
  readonly signal: AbortSignal;
  /** The wall clock ran out: begin nothing new, and save what there is. */
  readonly deadline: AbortSignal;
}
