import type { Db, Row, Tx } from "../../db/index.ts";
import { limits } from "../../limits.ts";

export async function findHook(
  db: Db,
  projectId: string,
  host: string,
): Promise<Row<"incoming_hooks"> | null> {
  const row = await db
    .selectFrom("incoming_hooks")
    .selectAll()
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .executeTakeFirst();
  return row ?? null;
}

export function listHooks(db: Db, projectId: string): Promise<Row<"incoming_hooks">[]> {
  return db
    .selectFrom("incoming_hooks")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("host")
    .execute();
}

/** Returns null if the host already has a secret. */
export async function insertHook(
  db: Db,
  hook: { projectId: string; host: string; sealed: string; now: number },
): Promise<Row<"incoming_hooks"> | null> {
  const { projectId, host, sealed, now } = hook;
  const row = await db
    .insertInto("incoming_hooks")
    .values({ project_id: projectId, host, sealed_secret: sealed, created_at: now })
    .onConflict((c) => c.columns(["project_id", "host"]).doNothing())
    .returningAll()
    .executeTakeFirst();
  return row ?? null;
}

export function updateHook(
  tx: Tx,
  { project_id, host }: Row<"incoming_hooks">,
  values: Partial<Row<"incoming_hooks">>,
): Promise<Row<"incoming_hooks">> {
  return tx
    .updateTable("incoming_hooks")
    .set(values)
    .where("project_id", "=", project_id)
    .where("host", "=", host)
    .returningAll()
    .executeTakeFirstOrThrow();
}

export async function deleteHook(db: Db, projectId: string, host: string): Promise<boolean> {
  const deleted = await db
    .deleteFrom("incoming_hooks")
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .executeTakeFirst();
  return Number(deleted.numDeletedRows) > 0;
}

export interface DeliveryKey {
  readonly projectId: string;
  readonly host: string;
  readonly id: string;
}

export async function hasDelivery(tx: Tx, { projectId, host, id }: DeliveryKey): Promise<boolean> {
  const row = await tx
    .selectFrom("hook_deliveries")
    .select("id")
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .where("id", "=", id)
    .executeTakeFirst();
  return row !== undefined;
}

/** Queues a failed delivery again, as if it had just arrived. Returns false if it hasn't failed. */
export async function retryDelivery(
  tx: Tx,
  { projectId, host, id }: DeliveryKey,
  now: number,
): Promise<boolean> {
  const { numUpdatedRows } = await tx
    .updateTable("hook_deliveries")
    .set({ status: "waiting", attempts: 0, next_at: now, received_at: now })
    .where("project_id", "=", projectId)
    .where("host", "=", host)
    .where("id", "=", id)
    .where("status", "=", "failed")
    .executeTakeFirst();
  return Number(numUpdatedRows) > 0;
}

/** Newest first. */
export function listDeliveries(db: Db, projectId: string): Promise<Row<"hook_deliveries">[]> {
  return db
    .selectFrom("hook_deliveries")
    .selectAll()
    .where("project_id", "=", projectId)
    .orderBy("received_at", "desc")
    .orderBy("id")
    .limit(limits.hooks.shownMax)
    .execute();
}

export async function countWaiting(tx: Tx, projectId: string): Promise<number> {
  const { waiting } = await tx
    .selectFrom("hook_deliveries")
    .select((eb) => eb.fn.countAll<number>().as("waiting"))
    .where("project_id", "=", projectId)
    .where("status", "=", "waiting")
    .executeTakeFirstOrThrow();
  return Number(waiting);
}

export async function insertDelivery(
  tx: Tx,
  delivery: DeliveryKey & { subject: string; about: string; now: number },
): Promise<void> {
  const { projectId, host, id, subject, about, now } = delivery;
  await tx
    .insertInto("hook_deliveries")
    .values({
      ...{ project_id: projectId, host, id, subject, about },
      ...{ status: "waiting", attempts: 0, next_at: now, lease_token: 0, received_at: now },
    })
    .execute();
}

/** All waiting deliveries about one subject, which one refresh handles. */
export interface ClaimedDeliveries {
  readonly projectId: string;
  readonly subject: string;
  readonly about: ReadonlySet<string>;
  /** The number of earlier attempts to process the oldest of these deliveries. */
  readonly attempts: number;
  readonly leases: readonly { readonly key: DeliveryKey; readonly token: number }[];
}

/**
 * Claims the oldest waiting subject that is not in `except`, in a transaction. Other workers may claim the subject
 * after `until`.
 */
export async function claimDeliveries(
  tx: Tx,
  { now, until, except }: { now: number; until: number; except: readonly string[] },
): Promise<ClaimedDeliveries | null> {
  let waiting = tx
    .selectFrom("hook_deliveries")
    .selectAll()
    .where("status", "=", "waiting")
    .where("next_at", "<=", now)
    .orderBy("next_at")
    .limit(1)
    .forNoKeyUpdate()
    .skipLocked();
  if (except.length > 0) waiting = waiting.where("project_id", "not in", [...except]);
  const first = await waiting.executeTakeFirst();
  if (first === undefined) return null;
  const { project_id: projectId, subject, attempts } = first;
  const rows = await tx
    .updateTable("hook_deliveries")
    .set((eb) => ({ next_at: until, lease_token: eb("lease_token", "+", 1) }))
    .where("status", "=", "waiting")
    .where("next_at", "<=", now)
    .where("project_id", "=", projectId)
    .where("subject", "=", subject)
    .returningAll()
    .execute();
  const leases = rows.map((row) => ({
    key: { projectId, host: row.host, id: row.id },
    token: row.lease_token,
  }));
  return { projectId, subject, about: new Set(rows.map(({ about }) => about)), attempts, leases };
}

/** Records the outcome, except for deliveries that another worker has claimed since. */
export async function finishDeliveries(
  tx: Tx,
  { leases }: ClaimedDeliveries,
  values: { status: "done" | "failed" | "waiting"; next_at: number },
): Promise<void> {
  for (const { key, token } of leases)
    await tx
      .updateTable("hook_deliveries")
      .set((eb) => ({ ...values, attempts: eb("attempts", "+", 1) }))
      .where("project_id", "=", key.projectId)
      .where("host", "=", key.host)
      .where("id", "=", key.id)
      .where("lease_token", "=", token)
      .execute();
}

export async function forgetDeliveries(db: Db, before: number): Promise<void> {
  await db
    .deleteFrom("hook_deliveries")
    .where("status", "!=", "waiting")
    .where("received_at", "<", before)
    .execute();
}

/**
 * Makes deliveries due now if they are scheduled after `latest`. When a process opens the store, `latest` is the
 * current time, because the workers that held these leases no longer exist. After that, `latest` is later than any
 * retry, to find deliveries that were queued while the clock was ahead.
 */
export async function releaseDeliveries(
  db: Db,
  { now, latest }: { now: number; latest: number },
): Promise<void> {
  await db
    .updateTable("hook_deliveries")
    .set((eb) => ({ next_at: now, lease_token: eb("lease_token", "+", 1) }))
    .where("status", "=", "waiting")
    .where("next_at", ">", latest)
    .execute();
}
