import { type Kysely, sql } from "kysely";

/** Outgoing webhooks: announcements, written with their events, and deliveries to webhooks. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("announcements")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createTable("webhooks")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("url", "text", (c) => c.notNull())
    .addColumn("events", "text", (c) => c.notNull())
    .addColumn("sealed_secret", "text", (c) => c.notNull())
    .addColumn("sealed_former", "text")
    .addColumn("former_until", "bigint")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("disabled_at", "bigint")
    .execute();
  await db.schema.createIndex("webhooks_project").on("webhooks").column("project_id").execute();
  await db.schema
    .createTable("deliveries")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("webhook_id", "text", (c) => c.notNull().references("webhooks.id").onDelete("cascade"))
    .addColumn("announcement_id", "text", (c) => c.notNull())
    .addColumn("type", "text", (c) => c.notNull())
    .addColumn("payload", "text", (c) => c.notNull())
    .addColumn("status", "text", (c) => c.notNull())
    .addColumn("attempts", "integer", (c) => c.notNull())
    .addColumn("next_at", "bigint")
    .addColumn("lease_token", "bigint", (c) => c.notNull())
    .addColumn("last_status", "integer")
    .addColumn("last_error", "text")
    .addColumn("created_at", "bigint", (c) => c.notNull())
    .addColumn("attempted_at", "bigint")
    .addUniqueConstraint("deliveries_once", ["webhook_id", "announcement_id"])
    .execute();
  await db.schema
    .createIndex("deliveries_waiting")
    .on("deliveries")
    .column("next_at")
    .where(sql.ref("status"), "=", sql.lit("waiting"))
    .execute();
}
