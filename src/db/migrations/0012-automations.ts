import { type Kysely, sql } from "kysely";

/** Automations, their runs, and the last known commits of watched branches. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("automations")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("prompt", "text", (c) => c.notNull())
    .addColumn("model", "text")
    .addColumn("trigger", "text", (c) => c.notNull())
    .addColumn("enabled", "integer", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("last_due_at", "bigint")
    .addColumn("job_id", "text")
    .addColumn("repository_url", "text")
    .addColumn("ref", "text")
    .addColumn("seen_sha", "text")
    .addColumn("look_at", "bigint")
    .addColumn("problem", "text")
    .execute();
  await db.schema.createIndex("automations_project").on("automations").column("project_id").execute();
  await db.schema
    .createTable("automation_runs")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("automation_id", "text", (c) => c.notNull().references("automations.id").onDelete("cascade"))
    .addColumn("due_key", "text", (c) => c.notNull())
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("job_id", "text")
    .addColumn("message_seq", "integer")
    .addColumn("outcome", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("finished_at", "bigint")
    .addUniqueConstraint("automation_runs_once", ["automation_id", "due_key"])
    .execute();
  await db.schema
    .createIndex("automation_runs_open")
    .on("automation_runs")
    .column("automation_id")
    .where(sql.ref("status"), "!=", sql.lit("done"))
    .execute();
}
