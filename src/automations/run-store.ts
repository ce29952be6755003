import type { Db, Row, Tx } from "../db/index.ts";
import type { JobId } from "../jobs/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Automation, AutomationId, Cause, Run, RunId, RunOutcome } from "./automation.ts";
import { changeAutomation, lockAutomation, toAutomation } from "./store.ts";

/** Returns the run with this key, adding it if there is none. */
export async function addRun(
  tx: Tx,
  run: { id: RunId; automationId: AutomationId; dueKey: string; cause: Cause; now: number },
): Promise<Run> {
  await tx
    .insertInto("automation_runs")
    .values({
      id: run.id,
      automation_id: run.automationId,
      due_key: run.dueKey,
      cause: JSON.stringify(run.cause),
      status: "waiting",
      created_at: run.now,
    })
    .onConflict((conflict) => conflict.columns(["automation_id", "due_key"]).doNothing())
    .execute();
  const row = await tx
    .selectFrom("automation_runs")
    .selectAll()
    .where("automation_id", "=", run.automationId)
    .where("due_key", "=", run.dueKey)
    .executeTakeFirstOrThrow();
  return toRun(row);
}

/** Finds a queued run with the same kind of cause, so that a new cause doesn't need a second run. */
export async function findWaiting(
  tx: Tx,
  automationId: AutomationId,
  sort: "schedule" | "push",
): Promise<Row<"automation_runs"> | null> {
  const row = await tx
    .selectFrom("automation_runs")
    .selectAll()
    .where("automation_id", "=", automationId)
    .where("status", "=", "waiting")
    .where("due_key", "like", `${sort}:%`)
    .executeTakeFirst();
  return row ?? null;
}

export async function countWaiting(tx: Tx, automationId: AutomationId): Promise<number> {
  const { runs } = await tx
    .selectFrom("automation_runs")
    .select((eb) => eb.fn.countAll<number>().as("runs"))
    .where("automation_id", "=", automationId)
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(runs);
}

export async function setCause(tx: Tx, id: string, cause: Cause): Promise<void> {
  await tx
    .updateTable("automation_runs")
    .set({ cause: JSON.stringify(cause) })
    .where("id", "=", id)
    .execute();
}

export interface OpenRun {
  readonly run: Run;
  readonly cause: Cause;
  readonly messageSeq: number | null;
  readonly automation: Automation;
  /** The job that the automation's last run started or continued. */
  readonly lastJobId: JobId | null;
}

/** Lists the queued and running runs, oldest first. */
export async function listOpenRuns(db: Db): Promise<readonly OpenRun[]> {
  const runs = await db
    .selectFrom("automation_runs")
    .selectAll()
    .where("status", "in", ["waiting", "running"])
    .orderBy("created_at")
    .orderBy("id")
    .execute();
  if (runs.length === 0) return [];
  const ids = [...new Set(runs.map((run) => run.automation_id))];
  const rules = await db.selectFrom("automations").selectAll().where("id", "in", ids).execute();
  const byId = new Map(rules.map((row) => [row.id, row]));
  return runs.flatMap((row) => {
    const rule = byId.get(row.automation_id);
    if (rule === undefined) return [];
    const cause = JSON.parse(row.cause) as Cause;
    const lastJobId = rule.job_id as JobId | null;
    return [
      { run: toRun(row), cause, messageSeq: row.message_seq, automation: toAutomation(rule), lastJobId },
    ];
  });
}

/** Returns false if the run is no longer queued, or another run of the automation is active. */
export async function beginRun(
  tx: Tx,
  { run, automation }: OpenRun,
  started: { readonly jobId: JobId; readonly messageSeq: number },
): Promise<boolean> {
  await lockAutomation(tx, automation.id);
  const { numUpdatedRows } = await tx
    .updateTable("automation_runs")
    .set({ status: "running", job_id: started.jobId, message_seq: started.messageSeq })
    .where("id", "=", run.id)
    .where("status", "=", "waiting")
    .where((eb) =>
      eb.not(
        eb.exists(
          eb
            .selectFrom("automation_runs as other")
            .select("other.id")
            .where("other.automation_id", "=", automation.id)
            .where("other.status", "=", "running"),
        ),
      ),
    )
    .executeTakeFirst();
  if (numUpdatedRows !== 1n) return false;
  await changeAutomation(tx, automation.id, { job_id: started.jobId, problem: null });
  return true;
}

/** Ends a run that no worker has begun. Returns false if one has. */
export async function endWaiting(
  db: Db,
  id: RunId,
  end: { outcome: RunOutcome; now: number },
): Promise<boolean> {
  const { numUpdatedRows } = await db
    .updateTable("automation_runs")
    .set({ status: "done", outcome: end.outcome, finished_at: end.now })
    .where("id", "=", id)
    .where("status", "=", "waiting")
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

export async function endRun(db: Db, id: RunId, end: { outcome: RunOutcome; now: number }): Promise<void> {
  await db
    .updateTable("automation_runs")
    .set({ status: "done", outcome: end.outcome, finished_at: end.now })
    .where("id", "=", id)
    .where("status", "!=", "done")
    .execute();
}

export async function skipWaiting(tx: Tx, automationId: AutomationId, now: number): Promise<void> {
  await tx
    .updateTable("automation_runs")
    .set({ status: "done", outcome: "skipped", finished_at: now })
    .where("automation_id", "=", automationId)
    .where("status", "=", "waiting")
    .execute();
}

/** Newest first. */
export async function listRuns(db: Db, automationId: AutomationId): Promise<readonly Run[]> {
  const rows = await db
    .selectFrom("automation_runs")
    .selectAll()
    .where("automation_id", "=", automationId)
    .orderBy("created_at", "desc")
    .orderBy("id", "desc")
    .limit(limits.automations.runsShownMax)
    .execute();
  return rows.map(toRun);
}

export async function listLastRuns(db: Db, projectId: ProjectId): Promise<ReadonlyMap<AutomationId, Run>> {
  const rows = await db
    .with("numbered", (one) =>
      one
        .selectFrom("automation_runs as r")
        .innerJoin("automations as a", "a.id", "r.automation_id")
        .selectAll("r")
        .select((eb) =>
          eb.fn
            .agg<number>("row_number")
            .over((over) =>
              over.partitionBy("r.automation_id").orderBy("r.created_at", "desc").orderBy("r.id", "desc"),
            )
            .as("place"),
        )
        .where("a.project_id", "=", projectId),
    )
    .selectFrom("numbered")
    .selectAll()
    .where("place", "=", 1)
    .execute();
  return new Map(rows.map((row) => [row.automation_id as AutomationId, toRun(row)]));
}

export async function forgetRuns(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom("automation_runs")
    .where("status", "=", "done")
    .where("finished_at", "<", before)
    .execute();
}

function toRun(row: Row<"automation_runs">): Run {
  return {
    id: row.id as RunId,
    automationId: row.automation_id as AutomationId,
    status: row.status as Run["status"],
    why: (JSON.parse(row.cause) as Cause).why,
    jobId: row.job_id as JobId | null,
    outcome: row.outcome as RunOutcome | null,
    createdAt: row.created_at,
    finishedAt: row.finished_at,
  };
}
