import type { Kysely } from "kysely";

/**
 * The people who created password reset links, API keys and share links. Null for older rows and for those created on
 * the command line.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  for (const table of ["recoveries", "api_keys", "share_links"])
    await db.schema.alterTable(table).addColumn("created_by", "text").execute();
  await db.schema.createIndex("api_keys_creator").on("api_keys").column("created_by").execute();
  await db.schema.createIndex("share_links_creator").on("share_links").column("created_by").execute();
}
