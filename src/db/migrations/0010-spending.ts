import { type Kysely, sql } from "kysely";

/** The cost of a job, and the time that workers spent on a turn, so that the time limit still applies after a crash. */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema.alterTable("jobs").addColumn("cost_micros", "bigint").execute();
  await db.schema
    .alterTable("turns")
    .addColumn("worked_ms", "bigint", (c) => c.notNull().defaultTo(sql`0`))
    .execute();
}
