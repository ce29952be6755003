import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Job } from "./job.ts";
import type { IdempotencyKey, Remember, RememberedAnswer } from "./jobs.ts";

/** What an earlier call with this key answered, within 24 hours (R25). */
export async function findRemembered(
  db: Db,
  key: IdempotencyKey,
  now: number,
): Promise<RememberedAnswer | null> {
  const row = await db
    .selectFrom("idempotency")
    .selectAll()
    .where((eb) => eb.and(columnsOf(key)))
    .where("created_at", ">", now - limits.http.idempotencyKeepMs)
    .executeTakeFirst();
  if (row === undefined) return null;
  if (row.body_hash !== key.bodyHash)
    throw new AppError(
      "conflict",
      "This Idempotency-Key was used with another body. Send a new key with a new request.",
    );
  return { status: row.status, location: row.location, body: row.body };
}

/** Keeps the answer in the transaction that did the work, so that neither is there without the other. */
export async function rememberAnswer(tx: Tx, remember: Remember, job: Job, now: number): Promise<void> {
  const answer = remember.answer(job);
  const columns = columnsOf(remember.key);
  await tx
    .deleteFrom("idempotency")
    .where((eb) => eb.and(columns))
    .where("created_at", "<=", now - limits.http.idempotencyKeepMs)
    .execute();
  const { numInsertedOrUpdatedRows } = await tx
    .insertInto("idempotency")
    .values({ ...columns, ...answer, body_hash: remember.key.bodyHash, created_at: now })
    .onConflict((c) => c.doNothing())
    .executeTakeFirst();
  // Another process was quicker: undo this work, and let the caller ask for what the other answered.
  if (numInsertedOrUpdatedRows !== 1n)
    throw new AppError("conflict", "A call with this Idempotency-Key was just carried out. Send it again.", {
      fields: { retryAfterSeconds: 1 },
    });
}

export async function forgetAnswers(db: Db, now: number): Promise<void> {
  await db
    .deleteFrom("idempotency")
    .where("created_at", "<=", now - limits.http.idempotencyKeepMs)
    .execute();
}

function columnsOf(key: IdempotencyKey) {
  return { project_id: key.projectId, method: key.method, path: key.path, key: key.key };
}
