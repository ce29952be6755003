import type { Tx } from "../db/index.ts";
import { AppError } from "../errors.ts";
import type { Job, JobId } from "./job.ts";
import { toJob } from "./rows.ts";
import { takeJob } from "./store.ts";

/** Revokes all links to the job's local pull requests. Throws `conflict` if the job has no local pull request. */
export async function revokeLinks(tx: Tx, id: JobId, now: number): Promise<Job> {
  const job = await takeJob(tx, id);
  if (job.pull_request_number === null || job.pull_request_url !== null)
    throw new AppError("conflict", "The job has no local pull request, so there is no link to revoke.");
  const row = await tx
    .updateTable("jobs")
    .set((eb) => ({ link_revision: eb("link_revision", "+", 1), updated_at: now }))
    .where("id", "=", id)
    .returningAll()
    .executeTakeFirstOrThrow();
  return toJob(row);
}
