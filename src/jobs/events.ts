import type { Db, Tx } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import { newId } from "../std/id.ts";
import type { JobEvent, JobEventType, JobId } from "./job.ts";
import type { MergedPullRequest, Page } from "./jobs.ts";
import { toEvent } from "./rows.ts";

/** The channel that announces a job's new events. */
export const eventChannel = (id: JobId) => `job:${id}`;

export interface NewEvent {
  readonly type: JobEventType;
  readonly data?: Readonly<Record<string, unknown>>;
}

/** Assigns numbers to events and writes them in the caller's transaction. The caller then notifies `eventChannel`. */
export async function appendEvents(tx: Tx, at: { jobId: JobId; now: number }, events: readonly NewEvent[]) {
  if (events.length === 0) return;
  const { last_event_seq: last } = await tx
    .updateTable("jobs")
    .set((eb) => ({ last_event_seq: eb("last_event_seq", "+", events.length) }))
    .where("id", "=", at.jobId)
    .returning("last_event_seq")
    .executeTakeFirstOrThrow();
  const first = last - events.length + 1;
  const rows = events.map((event, index) => ({
    job_id: at.jobId,
    seq: first + index,
    type: event.type,
    data: boundedJson(event.data ?? {}),
    at: at.now,
  }));
  await tx.insertInto("job_events").values(rows).execute();
  await announce(tx, at, events);
}

/** The webhook events (R37) for each job event. A canceled job ends as failed (R33). */
const announced: Partial<Record<JobEventType, string>> = {
  "job.completed": "job.completed",
  "job.failed": "job.failed",
  "job.cancelled": "job.failed",
  "job.archived": "job.archived",
  "pull_request.opened": "pull_request.opened",
};

async function announce(
  tx: Tx,
  at: { jobId: JobId; now: number },
  events: readonly NewEvent[],
): Promise<void> {
  const rows = events.flatMap((event) => {
    const type = announced[event.type];
    return type === undefined ? [] : [{ id: newId("msg"), job_id: at.jobId, type, at: at.now }];
  });
  if (rows.length > 0) await tx.insertInto("announcements").values(rows).execute();
}

function boundedJson(data: Readonly<Record<string, unknown>>): string {
  const text = JSON.stringify(data);
  return text.length <= limits.jobs.eventDataBytesMax ? text : JSON.stringify({ truncated: true });
}

export async function readEvents(db: Db, jobId: JobId, page: Page): Promise<readonly JobEvent[]> {
  const rows = await db
    .selectFrom("job_events")
    .selectAll()
    .where("job_id", "=", jobId)
    .where("seq", ">", page.after)
    .orderBy("seq")
    .limit(page.limit)
    .execute();
  return rows.map(toEvent);
}

export async function listLeft(
  db: Db,
  projectId: ProjectId,
  id?: string,
): Promise<ReadonlyMap<JobId, readonly string[]>> {
  const jobs = db
    .selectFrom("jobs")
    .select("id")
    .where("project_id", "=", projectId)
    .where((eb) => (id === undefined ? eb("status", "=", "completed") : eb("id", "=", id)))
    .orderBy("number", "desc")
    .limit(limits.jobs.leftListedMax);
  const rows = await db
    .selectFrom("job_events")
    .select(["job_id", "data"])
    .where("job_id", "in", jobs)
    .where("type", "=", "turn.completed")
    .orderBy("job_id")
    .orderBy("seq")
    .execute();
  // The rows are in order, so the last turn of a job replaces its earlier turns in the map.
  const last = new Map(rows.map((row) => [row.job_id as JobId, leftIn(row.data)]));
  return new Map([...last].filter(([, left]) => left.length > 0));
}

function leftIn(data: string): readonly string[] {
  const { left } = JSON.parse(data) as { readonly left?: unknown };
  return Array.isArray(left) ? left.filter((one) => typeof one === "string") : [];
}

export async function listMerges(
  db: Db,
  projectId: ProjectId,
  ids?: readonly string[],
): Promise<readonly MergedPullRequest[]> {
  const select = db
    .selectFrom("jobs")
    .innerJoin("job_events", "job_events.job_id", "jobs.id")
    .select(["jobs.id", "jobs.title", "job_events.at"])
    .where("jobs.project_id", "=", projectId)
    .where("job_events.type", "=", "pull_request.merged")
    .orderBy("job_events.at", "desc")
    .orderBy("jobs.number", "desc")
    .limit(limits.jobs.mergesListedMax);
  const rows = await (ids === undefined ? select : select.where("jobs.id", "in", ids)).execute();
  return rows.map(({ id, title, at }) => ({ jobId: id as JobId, title, mergedAt: at }));
}
