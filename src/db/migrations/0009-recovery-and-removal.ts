import type { Kysely } from "kysely";

/** Password reset links, invitations for one email address, and projects that are being deleted. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("projects").addColumn("removed_at", "bigint").execute();
  await db.schema.alterTable("invitations").addColumn("email", "text").execute();
  await db.schema.createIndex("invitations_email").on("invitations").column("email").execute();
  await db.schema
    .createTable("recoveries")
    // One link per person: a new link replaces the previous one.
    .addColumn("person_id", "text", (c) => c.primaryKey().references("people.id").onDelete("cascade"))
    .addColumn("token_hash", "text", (c) => c.notNull().unique())
    .addColumn("expires_at", "bigint", (c) => c.notNull())
    .execute();
}
