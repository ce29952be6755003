import type { Kysely } from "kysely";

/** The links to a job's local pull request can be revoked. Links from before this migration stay valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("link_revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
