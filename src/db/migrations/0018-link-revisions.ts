import type { Kysely } from "kysely";

/** Links to the page of a local pull request can be revoked one by one. Links from before stay valid. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .alterTable("jobs")
    .addColumn("link_revision", "integer", (column) => column.notNull().defaultTo(0))
    .execute();
}
