import type { Kysely } from "kysely";

/** Milliseconds and days don't fit in 32 bits, the size of `integer` in some SQL dialects. */
const whole = "bigint" as const;

export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("analytics_settings")
    .addColumn("project_id", "text", (c) => c.primaryKey().references("projects.id").onDelete("cascade"))
    .addColumn("allowed_origins", "text", (c) => c.notNull())
    .addColumn("base_path", "text", (c) => c.notNull())
    .addColumn("time_zone", "text", (c) => c.notNull())
    .addColumn("ai_categories", "text", (c) => c.notNull())
    .addColumn("retention_days", whole)
    .execute();
  await db.schema
    .createTable("key_rotations")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("from_day", whole, (c) => c.notNull())
    .addColumn("rotation", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("key_rotations_pk", ["project_id", "from_day"])
    .execute();
  await db.schema
    .createTable("visitor_keys")
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("from_day", whole, (c) => c.notNull())
    .addColumn("key", "text", (c) => c.notNull())
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("destroyed_at", whole)
    .addPrimaryKeyConstraint("visitor_keys_pk", ["project_id", "from_day"])
    .execute();
}
