import { type Kysely, sql } from "kysely";

/**
 * The category `unknown_agent` is new. Projects that counted all existing categories also count the new one; projects
 * that counted only some keep their selection.
 */
export async function up(db: Kysely<unknown>): Promise<void> {
  const { rows } = await sql<{
    project_id: string;
    ai_categories: string;
  }>`select project_id, ai_categories from analytics_settings`.execute(db);
  for (const { project_id, ai_categories } of rows) {
    const listed = JSON.parse(ai_categories) as string[];
    if (!all.every((category) => listed.includes(category))) continue;
    const text = JSON.stringify([...all, "unknown_agent"]);
    await sql`update analytics_settings set ai_categories = ${text} where project_id = ${project_id}`.execute(
      db,
    );
  }
}

const all = ["training", "search", "assistant", "coding_agent", "browser_agent", "markdown_client", "mcp"];
