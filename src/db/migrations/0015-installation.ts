import type { Kysely } from "kysely";

/** Facts about the whole installation, such as the last recorded time. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("installation")
    .addColumn("name", "text", (c) => c.primaryKey())
    .addColumn("value", "text", (c) => c.notNull())
    .execute();
}
