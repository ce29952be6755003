import type { Database } from "./database.ts";
import type { PostgresOptions } from "./postgres.ts";

/** Opens the store on a PostgreSQL server. Loads the driver, which most installations don't need. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  return (await import("./postgres.ts")).openPostgres(options);
}
