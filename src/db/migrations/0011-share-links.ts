import type { Kysely } from "kysely";

const whole = "bigint" as const;

/** Share links, each of which gives read access to one project's analytics. Only the token's hash is stored. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("share_links")
    .addColumn("id", "text", (c) => c.primaryKey())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("created_at", whole, (c) => c.notNull())
    .addColumn("expires_at", whole)
    .execute();
  await db.schema.createIndex("share_links_project").on("share_links").column("project_id").execute();
}
