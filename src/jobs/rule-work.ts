import type { Database, Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import type { ProjectId } from "../projects/index.ts";
import { newId } from "../std/id.ts";
import { archiveJob } from "./archive.ts";
import { announce, type JobsOptions } from "./create-jobs.ts";
import { enqueueJob, enqueueMessage } from "./enqueue.ts";
import type { Job, JobId, JobTrigger } from "./job.ts";
import { toJob } from "./rows.ts";
import { takeJob } from "./store.ts";

/**
 * Manages the jobs that rules start. `record` writes the rule's state in the same transaction, and rolls it back by
 * throwing.
 */
export interface RuleWork {
  /** Starts a new job, or a follow-up to `followUpOf` if that job has an open pull request and is not archived. */
  start(input: RuleStart, record: (tx: Tx, started: RuleStarted) => Promise<void>): Promise<Job>;
  /** Returns the outcome of a job's message, or null while it is queued or running. */
  findEnd(jobId: JobId, messageSeq: number): Promise<RuleEnd | null>;
  /** Archives an idle job that had nothing to do, and adds the reason to its conversation. */
  archiveWithReason(jobId: JobId, reason: string, record: (tx: Tx) => Promise<void>): Promise<void>;
}

export interface RuleStart {
  readonly projectId: ProjectId;
  readonly title: string;
  readonly prompt: string;
  readonly model: string | null;
  readonly trigger: JobTrigger;
  readonly followUpOf: JobId | null;
}

export interface RuleStarted {
  readonly jobId: JobId;
  readonly messageSeq: number;
}

export interface RuleEnd {
  readonly status: "completed" | "failed" | "cancelled";
  /** Whether the turn pushed a commit. */
  readonly committed: boolean;
  /** Whether the job has a pull request, from this message or an earlier one. */
  readonly hasPullRequest: boolean;
  readonly failure: string | null;
}

export function createRuleWork(options: JobsOptions): RuleWork {
  const { database, clock } = options;
  return {
    async start({ projectId, followUpOf, model, trigger, ...text }, record) {
      const project = await options.projects.find(projectId);
      if (project === null) throw new AppError("not_found", "Project not found.");
      const { draft } = (await options.projects.settings(projectId))["pull-requests"];
      const job = await database.transaction(async (tx) => {
        const context = { tx, now: clock.now(), remember: undefined, trigger };
        const open = followUpOf === null ? null : await findOpen(tx, followUpOf);
        const fields = {
          ...text,
          startedBy: { kind: "automation", name: text.title } as const,
          projectId,
          draft,
          project,
          model: model ?? project.model ?? options.model,
        };
        const started = await (open === null
          ? enqueueJob(context, fields)
          : enqueueMessage(context, open, { prompt: text.prompt, attachments: [] }));
        const { last_message_seq: messageSeq } = await takeJob(tx, started.id);
        await record(tx, { jobId: started.id, messageSeq });
        return started;
      });
      announce(database, job.id);
      return job;
    },
    findEnd: (jobId, messageSeq) => findEnd(database, jobId, messageSeq),
    async archiveWithReason(jobId, reason, record) {
      await database.transaction(async (tx) => {
        await record(tx);
        const job = await takeJob(tx, jobId);
        if (job.status !== "completed" && job.status !== "failed") return;
        const seq = job.last_message_seq + 1;
        await tx.updateTable("jobs").set({ last_message_seq: seq }).where("id", "=", jobId).execute();
        const message = { id: newId("msg"), job_id: jobId, seq, role: "notice", text: reason };
        await tx
          .insertInto("messages")
          .values({ ...message, status: "done", created_at: clock.now() })
          .execute();
        await archiveJob(tx, jobId, "nothing_to_do", clock.now());
      });
      announce(database, jobId);
    },
  };
}

async function findOpen(tx: Tx, id: JobId): Promise<JobId | null> {
  const row = await tx.selectFrom("jobs").selectAll().where("id", "=", id).executeTakeFirst();
  if (row === undefined || row.status === "archived") return null;
  return toJob(row).pullRequest?.state === "open" ? id : null;
}

async function findEnd({ db }: Database, jobId: JobId, messageSeq: number): Promise<RuleEnd | null> {
  const turn = await db
    .selectFrom("turns")
    .innerJoin("jobs", "jobs.id", "turns.job_id")
    .select(["turns.status", "turns.commit_sha", "turns.failure_message", "jobs.pull_request_number"])
    .where("turns.job_id", "=", jobId)
    .where("turns.seq", "=", messageSeq)
    .executeTakeFirst();
  // A deleted job counts as ended.
  if (turn === undefined)
    return { status: "cancelled", committed: false, hasPullRequest: false, failure: null };
  if (turn.status === "queued" || turn.status === "running") return null;
  return {
    status: turn.status as RuleEnd["status"],
    committed: turn.commit_sha !== null,
    hasPullRequest: turn.pull_request_number !== null,
    failure: turn.failure_message,
  };
}
