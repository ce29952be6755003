import type { Kysely } from "kysely";

/**
 * Files that people attach to messages. Contents are separate, so that a list of messages doesn't read them, and each
 * job stores the same content only once. Both are deleted with their job.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("attachment_contents")
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("sha256", "text", (c) => c.notNull())
    .addColumn("media_type", "text", (c) => c.notNull())
    .addColumn("bytes", "bigint", (c) => c.notNull())
    .addColumn("content", "blob", (c) => c.notNull())
    .addPrimaryKeyConstraint("attachment_contents_pk", ["job_id", "sha256"])
    .execute();
  await db.schema
    .createTable("attachments")
    .addColumn("job_id", "text", (c) => c.notNull().references("jobs.id").onDelete("cascade"))
    .addColumn("message_seq", "bigint", (c) => c.notNull())
    .addColumn("position", "bigint", (c) => c.notNull())
    .addColumn("name", "text", (c) => c.notNull())
    .addColumn("sha256", "text", (c) => c.notNull())
    .addPrimaryKeyConstraint("attachments_pk", ["job_id", "message_seq", "position"])
    .execute();
}
