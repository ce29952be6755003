import type { Db, Row, Tx } from "../../db/index.ts";
import type { JobId } from "../../jobs/index.ts";

export type FollowUpRow = Row<"follow_ups">;

/** Where to post a reply, and its text if it doesn't wait for a turn. */
export interface ReplyPlace {
  readonly number: number;
  readonly thread: string;
  readonly sentence: string | null;
}

export interface NewFollowUp {
  readonly jobId: JobId;
  readonly cause: string;
  readonly outcome: string;
  readonly messageSeq: number | null;
  /** Null if no reply is expected. */
  readonly place: ReplyPlace | null;
  readonly now: number;
}

/** Returns false if the cause was handled before. */
export async function insertFollowUp(db: Db, followUp: NewFollowUp): Promise<boolean> {
  const row = await db
    .insertInto("follow_ups")
    .values({
      ...{
        job_id: followUp.jobId,
        cause: followUp.cause,
        outcome: followUp.outcome,
        message_seq: followUp.messageSeq,
      },
      thread: followUp.place === null ? null : JSON.stringify(followUp.place),
      answer: followUp.place === null ? "none" : "waiting",
      ...{ attempts: 0, next_at: followUp.now, lease_token: 0, created_at: followUp.now },
    })
    .onConflict((c) => c.columns(["job_id", "cause"]).doNothing())
    .returning("cause")
    .executeTakeFirst();
  return row !== undefined;
}

export async function knownCauses(db: Db, jobId: JobId): Promise<ReadonlySet<string>> {
  const rows = await db.selectFrom("follow_ups").select("cause").where("job_id", "=", jobId).execute();
  return new Set(rows.map(({ cause }) => cause));
}

/** Returns the numbers of the messages that were created because of failed checks. */
export async function checkMessages(db: Db, jobId: JobId): Promise<ReadonlySet<number>> {
  const rows = await db
    .selectFrom("follow_ups")
    .select("message_seq")
    .where("job_id", "=", jobId)
    .where("cause", "like", "checks %")
    .execute();
  return new Set(rows.flatMap(({ message_seq }) => message_seq ?? []));
}

/** Claims the oldest reply that can be posted. Another worker may claim the reply after `until`. */
export async function claimReply(
  tx: Tx,
  { now, until }: { now: number; until: number },
): Promise<FollowUpRow | null> {
  const row = await tx
    .selectFrom("follow_ups as f")
    .leftJoin("turns as t", (join) =>
      join.onRef("t.job_id", "=", "f.job_id").onRef("t.seq", "=", "f.message_seq"),
    )
    .select(["f.job_id", "f.cause", "f.lease_token"])
    .where("f.answer", "=", "waiting")
    .where("f.next_at", "<=", now)
    .where((eb) =>
      eb.or([eb("f.message_seq", "is", null), eb("t.status", "in", ["completed", "failed", "cancelled"])]),
    )
    .orderBy("f.next_at")
    .limit(1)
    .forNoKeyUpdate("f")
    .skipLocked()
    .executeTakeFirst();
  if (row === undefined) return null;
  const claimed = await tx
    .updateTable("follow_ups")
    .set((eb) => ({
      next_at: until,
      lease_token: eb("lease_token", "+", 1),
      attempts: eb("attempts", "+", 1),
    }))
    .where("job_id", "=", row.job_id)
    .where("cause", "=", row.cause)
    .where("lease_token", "=", row.lease_token)
    .returningAll()
    .executeTakeFirst();
  return claimed ?? null;
}

/** Records the outcome, unless another worker has claimed the reply since. */
export async function finishReply(
  db: Db,
  claimed: FollowUpRow,
  values: { answer: "given" | "failed" | "waiting"; next_at: number },
): Promise<void> {
  await db
    .updateTable("follow_ups")
    .set(values)
    .where("job_id", "=", claimed.job_id)
    .where("cause", "=", claimed.cause)
    .where("lease_token", "=", claimed.lease_token)
    .execute();
}

/** Makes replies due now if they are scheduled after `latest`, for the same reasons as `releaseDeliveries`. */
export async function releaseReplies(
  db: Db,
  { now, latest }: { now: number; latest: number },
): Promise<void> {
  await db
    .updateTable("follow_ups")
    .set((eb) => ({ next_at: now, lease_token: eb("lease_token", "+", 1) }))
    .where("answer", "=", "waiting")
    .where("next_at", ">", latest)
    .execute();
}
