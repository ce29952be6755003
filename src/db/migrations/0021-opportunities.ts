import type { Kysely } from "kysely";

/** The addresses of a project's site, as last read, and the decisions about its opportunities (R74). */
export async function up(db: Kysely<unknown>): Promise<void> {
  await db.schema
    .createTable("address_books")
    .addColumn("project_id", "text", (c) =>
      c.primaryKey().notNull().references("projects.id").onDelete("cascade"),
    )
    .addColumn("version", "text")
    .addColumn("book", "text")
    .addColumn("read_at", "bigint")
    .addColumn("looked_at", "bigint")
    .addColumn("look_at", "bigint", (c) => c.notNull())
    .addColumn("problem", "text")
    .execute();
  await db.schema
    .createTable("opportunities")
    .addColumn("id", "text", (c) => c.primaryKey().notNull())
    .addColumn("project_id", "text", (c) => c.notNull().references("projects.id").onDelete("cascade"))
    .addColumn("proposal", "text", (c) => c.notNull())
    .addColumn("decision", "text", (c) => c.notNull())
    .addColumn("job_id", "text")
    .addColumn("reopened", "integer", (c) => c.notNull())
    .addColumn("decided_at", "bigint", (c) => c.notNull())
    .execute();
  await db.schema
    .createIndex("opportunities_project")
    .on("opportunities")
    .columns(["project_id", "decided_at"])
    .execute();
}
