import type { Kysely } from "kysely";

/** The latest remark of each kind about a project's logs, such as hosts that weren't counted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("log_notes")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("code", "text", (c) => c.notNull())
    .addColumn("message", "text", (c) => c.notNull())
    .addColumn("noted_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("log_notes_pk", ["project_id", "code"])
    .execute();
}
