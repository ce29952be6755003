import type { Kysely } from "kysely";

/** The settings of a project's jobs: one document per project. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("project_settings")
    .addColumn("project_id", "text", (c) => c.primaryKey().references("projects.id").onDelete("cascade"))
    .addColumn("settings", "text", (c) => c.notNull())
    .execute();
}
