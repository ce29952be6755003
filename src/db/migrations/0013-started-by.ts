import type { Kysely } from "kysely";

/**
 * The person, key or automation that started a job, with its name at that time, because it may be renamed or deleted
 * later.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("jobs").addColumn("started_by_kind", "text").execute();
  await db.schema.alterTable("jobs").addColumn("started_by", "text").execute();
}
