import type { Database, Row, Tx } from "../db/index.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { newId } from "../std/id.ts";
import { enqueueMessage } from "./enqueue.ts";
import { appendEvents, eventChannel, type NewEvent } from "./events.ts";
import type { Job, JobId } from "./job.ts";
import { turnChannel } from "./queue.ts";
import { toJob } from "./rows.ts";
import { takeJob } from "./store.ts";

/** How a code host identifies a job's pull request. */
export type PullRequestSubject =
  | { readonly number: number }
  | { readonly branch: string }
  | { readonly commit: string };

/** Finds and changes jobs by their pull requests. */
export interface PullRequestJobs {
  /** Finds the project's newest job with a pull request that has this number, branch or commit, or returns null. */
  find(projectId: ProjectId, subject: PullRequestSubject): Promise<Job | null>;
  /**
   * Records that a pull request is open again. A job that was archived because the pull request was closed returns to
   * its previous status, and is archived again if the pull request is closed again (R34).
   */
  reopened(id: JobId, number: number): Promise<void>;
  get(id: JobId): Promise<Job>;
  /**
   * Queues a notice and a message, and runs `record`, in one transaction. `record` receives the message's number and
   * returns false if this follow-up was already queued, in which case nothing is queued again. Throws `conflict` like
   * `Jobs.message`.
   */
  followUp(
    id: JobId,
    said: { readonly prompt: string; readonly notice: string },
    record: (tx: Tx, messageSeq: number) => Promise<boolean>,
  ): Promise<void>;
  /** Lists the numbers of people's messages. */
  userMessages(id: JobId): Promise<readonly number[]>;
  /** Returns the result of a message's turn; null while it is queued or running. */
  findTurnEnd(id: JobId, messageSeq: number): Promise<TurnEnd | null>;
  /** Lists a project's jobs whose pull request is open or was closed after `closedSince`, newest first. */
  watched(projectId: ProjectId, closedSince: number): Promise<readonly Job[]>;
}

export interface TurnEnd {
  readonly status: "completed" | "failed" | "cancelled";
  /** The pushed commit. */
  readonly commit: string | null;
  /** The agent's own text; may be empty. */
  readonly answer: string;
  /** Why the turn failed; otherwise empty. */
  readonly failure: string;
}

/** The maximum number of a project's jobs that are watched at the same time. */
const watchedMax = 200;

/** Rolls back the writes for a message that already exists. */
class DoneBefore extends Error {
  override readonly name = "DoneBefore";
}

export function createPullRequestJobs({
  database,
  clock,
}: {
  database: Database;
  clock: Clock;
}): PullRequestJobs {
  return {
    async find(projectId, subject) {
      let select = database.db
        .selectFrom("jobs")
        .selectAll()
        .where("project_id", "=", projectId)
        .where("pull_request_number", "is not", null)
        .orderBy("number", "desc")
        .limit(1);
      if ("number" in subject) select = select.where("pull_request_number", "=", subject.number);
      else if ("branch" in subject) select = select.where("branch", "=", subject.branch);
      else
        select = select.where("id", "in", (eb) =>
          eb.selectFrom("turns").select("job_id").where("commit_sha", "=", subject.commit),
        );
      const row = await select.executeTakeFirst();
      return row === undefined ? null : toJob(row);
    },
    async reopened(id, number) {
      await database.transaction((tx) => reopen(tx, { id, number }, clock.now()));
      database.notify(eventChannel(id));
    },
    get: async (id) => toJob(await database.transaction((tx) => takeJob(tx, id))),
    async followUp(id, said, record) {
      try {
        await database.transaction((tx) => queueFollowUp(tx, { id, ...said, record, now: clock.now() }));
      } catch (error) {
        if (error instanceof DoneBefore) return;
        throw error;
      }
      database.notify(turnChannel);
      database.notify(eventChannel(id));
    },
    async userMessages(id) {
      const rows = await database.db
        .selectFrom("messages")
        .select("seq")
        .where("job_id", "=", id)
        .where("role", "=", "user")
        .execute();
      return rows.map(({ seq }) => seq);
    },
    findTurnEnd: (id, messageSeq) => readTurnEnd(database, id, messageSeq),
    async watched(projectId, closedSince) {
      const rows = await database.db
        .selectFrom("jobs")
        .selectAll()
        .where("project_id", "=", projectId)
        .where((eb) =>
          eb.or([
            eb("pull_request_state", "=", "open"),
            eb.and([eb("pull_request_state", "=", "closed"), eb("archived_at", ">", closedSince)]),
          ]),
        )
        .orderBy("number", "desc")
        .limit(watchedMax)
        .execute();
      return rows.map(toJob);
    },
  };
}

async function readTurnEnd({ db }: Database, id: JobId, seq: number): Promise<TurnEnd | null> {
  const turn = await db
    .selectFrom("turns")
    .select(["status", "commit_sha", "failure_message", "finished_at"])
    .where("job_id", "=", id)
    .where("seq", "=", seq)
    .executeTakeFirst();
  if (turn === undefined || !isEnd(turn.status)) return null;
  // A turn's end and its reply have the same timestamp, and a job's turns run one at a time.
  const answer = await db
    .selectFrom("messages")
    .select("text")
    .where("job_id", "=", id)
    .where("role", "=", "agent")
    .where("created_at", "=", turn.finished_at ?? -1)
    .orderBy("seq", "desc")
    .executeTakeFirst();
  return {
    status: turn.status,
    commit: turn.commit_sha,
    answer: answer?.text ?? "",
    failure: turn.failure_message ?? "",
  };
}

function isEnd(status: string): status is TurnEnd["status"] {
  return status === "completed" || status === "failed" || status === "cancelled";
}

interface QueuedFollowUp {
  readonly id: JobId;
  readonly prompt: string;
  readonly notice: string;
  readonly record: (tx: Tx, messageSeq: number) => Promise<boolean>;
  readonly now: number;
}

async function queueFollowUp(tx: Tx, { id, prompt, notice, record, now }: QueuedFollowUp): Promise<void> {
  const seq = (await takeJob(tx, id)).last_message_seq + 1;
  await tx.updateTable("jobs").set({ last_message_seq: seq }).where("id", "=", id).execute();
  const message = { id: newId<"MessageId">("msg"), job_id: id, seq, role: "notice", text: notice };
  await tx
    .insertInto("messages")
    .values({ ...message, status: "done", created_at: now })
    .execute();
  await enqueueMessage({ tx, now, remember: undefined }, id, { prompt, attachments: [] });
  if (!(await record(tx, seq + 1))) throw new DoneBefore();
}

async function reopen(tx: Tx, { id, number }: { id: JobId; number: number }, now: number): Promise<void> {
  const job = await takeJob(tx, id);
  if (job.pull_request_number !== number || job.pull_request_state !== "closed") return;
  const events: NewEvent[] = [{ type: "pull_request.reopened", data: { number } }];
  let values: Partial<Row<"jobs">> = { pull_request_state: "open", overruled_cause: null };
  if (job.status === "archived" && job.archive_cause === `pull_request:${number}:closed`) {
    events.push({ type: "job.unarchived" });
    values = {
      ...values,
      status: job.status_before_archive ?? "completed",
      status_before_archive: null,
      archived_at: null,
      archive_cause: null,
      updated_at: now,
    };
  }
  await tx.updateTable("jobs").set(values).where("id", "=", id).execute();
  await appendEvents(tx, { jobId: id, now }, events);
}
