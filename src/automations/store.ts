import type { Db, NewRow, Row, Tx } from "../db/index.ts";
import type { JobId } from "../jobs/index.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Automation, AutomationId, Trigger, WatchedBranch } from "./automation.ts";

export async function insertAutomation(tx: Tx, row: NewRow<"automations">): Promise<Automation> {
  return toAutomation(
    await tx.insertInto("automations").values(row).returningAll().executeTakeFirstOrThrow(),
  );
}

export async function listAutomations(db: Db, projectId: ProjectId): Promise<readonly Automation[]> {
  const rows = await db
    .selectFrom("automations")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("created_at")
    .execute();
  return rows.map(toAutomation);
}

export async function findAutomation(
  db: Db,
  at: { readonly projectId: ProjectId; readonly id: string },
): Promise<Automation | null> {
  const row = await db
    .selectFrom("automations")
    .selectAll()
    .where("id", "=", at.id)
    .where("project_id", "=", at.projectId)
    .executeTakeFirst();
  return row === undefined ? null : toAutomation(row);
}

export async function deleteAutomation(
  tx: Tx,
  at: { readonly projectId: ProjectId; readonly id: string },
): Promise<boolean> {
  const { numDeletedRows } = await tx
    .deleteFrom("automations")
    .where("id", "=", at.id)
    .where("project_id", "=", at.projectId)
    .executeTakeFirst();
  return numDeletedRows > 0n;
}

/** Until the end of the transaction, no other transaction changes the automation or starts its runs. */
export async function lockAutomation(tx: Tx, id: AutomationId): Promise<void> {
  await tx.selectFrom("automations").select("id").where("id", "=", id).forNoKeyUpdate().execute();
}

export async function changeAutomation(
  db: Db,
  id: AutomationId,
  values: Partial<Row<"automations">>,
): Promise<void> {
  await db.updateTable("automations").set(values).where("id", "=", id).execute();
}

/** Lists the enabled automations with a schedule: all, or those due by `dueAt`. */
export async function listScheduled(db: Db, dueAt: number | null): Promise<readonly Row<"automations">[]> {
  const select = db
    .selectFrom("automations")
    .selectAll()
    .where("enabled", "=", 1)
    .where("next_at", "is not", null);
  return (dueAt === null ? select : select.where("next_at", "<=", dueAt)).execute();
}

/** Returns false if another process has advanced the schedule in the meantime. */
export async function moveSchedule(
  tx: Tx,
  row: Row<"automations">,
  to: { readonly next_at: number | null; readonly last_due_at: number | null },
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("automations")
    .set(to)
    .where("id", "=", row.id)
    .where("next_at", "=", row.next_at)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/**
 * Claims the push automation whose branch check is most overdue. The claim expires at `until`. Returns null if none is
 * due.
 */
export async function claimWatch(db: Db, at: { now: number; until: number }): Promise<WatchedBranch | null> {
  const row = await db
    .updateTable("automations")
    .set({ look_at: at.until })
    .where("id", "=", (eb) =>
      eb
        .selectFrom("automations")
        .select("id")
        .where("enabled", "=", 1)
        .where("look_at", "<=", at.now)
        .orderBy("look_at")
        .limit(1)
        .forNoKeyUpdate()
        .skipLocked(),
    )
    .returningAll()
    .executeTakeFirst();
  if (row === undefined) return null;
  const { job_id, seen_sha: seenSha } = row;
  return { automation: toAutomation(row), jobId: job_id as JobId | null, seenSha, until: at.until };
}

/**
 * Returns false if another process has recorded a different commit in the meantime. A check that was requested while
 * this check ran stays scheduled, because this check may have been too early to see the push.
 */
export async function moveWatch(
  tx: Tx,
  { automation, seenSha, until }: WatchedBranch,
  to: { readonly seen_sha: string | null; readonly look_at: number; readonly problem: string | null },
): Promise<boolean> {
  const { look_at: lookAt, ...seen } = to;
  const { numUpdatedRows } = await tx
    .updateTable("automations")
    .set(seen)
    .set((eb) => ({
      look_at: eb.case().when("look_at", "=", until).then(lookAt).else(eb.ref("look_at")).end(),
    }))
    .where("id", "=", automation.id)
    .where("seen_sha", "is not distinct from", seenSha)
    .executeTakeFirst();
  return numUpdatedRows === 1n;
}

/** Schedules an immediate check of these automations' branches. */
export async function requestCheck(db: Db, ids: readonly AutomationId[], now: number): Promise<void> {
  await db
    .updateTable("automations")
    .set({ look_at: now })
    .where("id", "in", ids)
    .where("enabled", "=", 1)
    .where("look_at", ">", now)
    .execute();
}

export function toAutomation(row: Row<"automations">): Automation {
  const { opportunities = null, ...trigger } = JSON.parse(row.trigger) as Trigger &
    Partial<Pick<Automation, "opportunities">>;
  return {
    id: row.id as AutomationId,
    projectId: row.project_id as ProjectId,
    name: row.name,
    prompt: row.prompt,
    model: row.model,
    ...{ trigger, opportunities },
    enabled: row.enabled === 1,
    createdAt: row.created_at,
    nextAt: row.enabled === 1 ? row.next_at : null,
    problem: row.problem,
  };
}
