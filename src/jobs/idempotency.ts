import type { Db, Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import { limits } from "../limits.ts";
import type { Job } from "./job.ts";
import type { IdempotencyKey, Remember, RememberedAnswer } from "./jobs.ts";

/** Returns the response to a call with this key in the last 24 hours (R25). */
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
      "This Idempotency-Key was used with a different body. Use a new key for a new request.",
    );
  return { status: row.status, location: row.location, body: row.body };
}

/** Stores the response in the transaction that did the work, so that neither exists without the other. */
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
  // Another process was faster: undo this work, and let the caller retry to get the other process's response.
  if (numInsertedOrUpdatedRows !== 1n)
    throw new AppError(
      "conflict",
      "A request with this Idempotency-Key has just been processed. Send it again to get the response.",
      {
        fields: { retryAfterSeconds: 1 },
      },
    );
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
