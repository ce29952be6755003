import type { CopyPostgres } from "./copy-postgres.ts";
import type { Database } from "./database.ts";
import type { PostgresOptions } from "./postgres.ts";

/** Opens the store on a PostgreSQL server. Loads the driver, which most installations don't need. */
export async function openPostgres(options: PostgresOptions): Promise<Database> {
  return (await import("./postgres.ts")).openPostgres(options);
}

/** See `copy-postgres.ts`. */
export async function copyPostgres(options: CopyPostgres): Promise<void> {
  return (await import("./copy-postgres.ts")).copyPostgres(options);
}
