import { type Kysely, sql } from "kysely";
import { Migrator } from "kysely/migration";
import { AppError } from "../errors.ts";
import * as m0001 from "./migrations/0001-control-store.ts";
import * as m0002 from "./migrations/0002-analytics.ts";
import * as m0003 from "./migrations/0003-credentials.ts";
import * as m0004 from "./migrations/0004-webhooks.ts";
import * as m0006 from "./migrations/0006-people.ts";
import * as m0007 from "./migrations/0007-project-settings.ts";
import * as m0008 from "./migrations/0008-conversations.ts";
import * as m0009 from "./migrations/0009-recovery-and-removal.ts";
import * as m0010 from "./migrations/0010-spending.ts";
import * as m0011 from "./migrations/0011-share-links.ts";
import * as m0012 from "./migrations/0012-automations.ts";
import * as m0013 from "./migrations/0013-started-by.ts";
import * as m0014 from "./migrations/0014-issuers.ts";
import * as m0015 from "./migrations/0015-installation.ts";
import * as m0016 from "./migrations/0016-unknown-agents.ts";
import * as m0017 from "./migrations/0017-attachments.ts";
import * as m0018 from "./migrations/0018-link-revisions.ts";
import * as m0019 from "./migrations/0019-log-notes.ts";
import * as m0020 from "./migrations/0020-exclusions.ts";
import * as m0021 from "./migrations/0021-opportunities.ts";
import * as m0022 from "./migrations/0022-kept-work.ts";
import type { Schema } from "./schema.ts";

const migrations = {
  "0001-control-store": m0001,
  "0002-analytics": m0002,
  "0003-credentials": m0003,
  "0004-webhooks": m0004,
  "0006-people": m0006,
  "0007-project-settings": m0007,
  "0008-conversations": m0008,
  "0009-recovery-and-removal": m0009,
  "0010-spending": m0010,
  "0011-share-links": m0011,
  "0012-automations": m0012,
  "0013-started-by": m0013,
  "0014-issuers": m0014,
  "0015-installation": m0015,
  "0016-unknown-agents": m0016,
  "0017-attachments": m0017,
  "0018-link-revisions": m0018,
  "0019-log-notes": m0019,
  "0020-exclusions": m0020,
  "0021-opportunities": m0021,
  "0022-kept-work": m0022,
};

/**
 * Applies the missing migrations in numerical order. A store can have a later migration but lack an earlier one,
 * because parallel changes aren't merged in numerical order. So no migration may depend on one with a higher number.
 * Throws `unavailable` if the store is newer than this program.
 */
export async function migrate(db: Kysely<Schema>): Promise<readonly string[]> {
  const migrator = new Migrator({
    db,
    provider: { getMigrations: async () => migrations },
    allowUnorderedMigrations: true,
  });
  const { error, results } = await migrator.migrateToLatest();
  if (error !== undefined) {
    const newer = error instanceof Error && error.message.includes("is missing");
    throw new AppError(
      "unavailable",
      newer
        ? "The control store was written by a newer version of Docwright. Start that version, or choose another data folder or database."
        : `Could not migrate the control store, which is unchanged: ${reasonOf(error)}`,
      { cause: error },
    );
  }
  return (results ?? []).map((result) => result.migrationName);
}

/**
 * Returns the time when this store began to record the expiry of links to pull requests: when it was created or
 * upgraded.
 */
export async function findLinkExpiryStart(db: Kysely<Schema>): Promise<number> {
  const { rows } = await sql<{
    timestamp: string;
  }>`select "timestamp" from kysely_migration where name = '0015-installation'`.execute(db);
  return Date.parse(rows[0]?.timestamp ?? "") || 0;
}

/** Includes the store's own message, because there is no log yet. */
function reasonOf(error: unknown): string {
  return error instanceof Error ? error.message : "unknown error.";
}
