import type { Kysely } from "kysely";

/** Work that a failed turn could not push, as a pack of git objects. The next turn may run in another process. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("kept_work")
    .addColumn("turn_id", "text", (c) => c.primaryKey().notNull().references("turns.id").onDelete("cascade"))
    .addColumn("sha", "text", (c) => c.notNull())
    .addColumn("pack", "blob", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .execute();
}
