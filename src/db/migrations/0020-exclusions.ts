import type { Kysely } from "kysely";

/**
 * The addresses, paths and hosts that a project excludes, as JSON arrays, and the number of excluded events per reason.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const column of ["excluded_addresses", "excluded_paths", "excluded_hosts"])
    await db.schema
      .alterTable("analytics_settings")
      .addColumn(column, "text", (c) => c.notNull().defaultTo("[]"))
      .execute();
  await db.schema
    .createTable("excluded_events")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("day", "bigint", (c) => c.notNull())
    .addColumn("reason", "text", (c) => c.notNull())
    .addColumn("events", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("excluded_events_pk", ["project_id", "day", "reason"])
    .execute();
}
