import { type Kysely, sql } from "kysely";

/** Incoming webhooks: their secrets, their deliveries, and the results of comments and checks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("incoming_hooks")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("sealed_secret", "text", (c) => c.notNull())
    .addColumn("sealed_former", "text")
    .addColumn("former_until", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("incoming_hooks_one", ["project_id", "host"])
    .execute();
  await db.schema
    .createTable("hook_deliveries")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("host", "text", (c) => c.notNull())
    .addColumn("id", "text", (c) => c.notNull())
    .addColumn("subject", "text", (c) => c.notNull())
    .addColumn("about", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("lease_token", "bigint", (c) => c.notNull())
    .addColumn("received_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("hook_deliveries_once", ["project_id", "host", "id"])
    .execute();
  await db.schema
    .createIndex("hook_deliveries_waiting")
    .on("hook_deliveries")
    .columns(["next_at"])
    .where(sql.ref("status"), "=", sql.lit("waiting"))
    .execute();
  await db.schema
    .createTable("follow_ups")
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("cause", "text", (c) => c.notNull())
    .addColumn("outcome", "text", (c) => c.notNull())
    .addColumn("message_seq", "integer")
    .addColumn("thread", "text")
    .addColumn("answer", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint", (c) => c.notNull())
    .addColumn("lease_token", "bigint", (c) => c.notNull())
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addPrimaryKeyConstraint("follow_ups_once", ["job_id", "cause"])
    .execute();
  await db.schema
    .createIndex("follow_ups_unanswered")
    .on("follow_ups")
    .columns(["next_at"])
    .where(sql.ref("answer"), "=", sql.lit("waiting"))
    .execute();
}
