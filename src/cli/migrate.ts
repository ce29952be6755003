import type { Command } from "commander";
import { AppError } from "../errors.ts";
import { holdDataFolder, isDataFolder } from "./data-folder.ts";
import { printJson, say, UsageError } from "./output.ts";
import type { CommonOptions } from "./project-options.ts";
import { commandConfig, withOperations } from "./service.ts";

interface MigrateOptions extends CommonOptions {
  readonly from?: string;
}

export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description(
      "update the store's schema; every start does this too. With --from, move the store to PostgreSQL",
    )
    .option("--data <folder>", "the data folder")
    .option(
      "--from <folder>",
      "move the store of this data folder into the database of DOCWRIGHT_DATABASE_URL",
    )
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      "\nExamples:\n  docwright migrate\n  DOCWRIGHT_DATABASE_URL=postgres://… docwright migrate --from /var/lib/docwright",
    )
    .action(async ({ data, from, json }: MigrateOptions) => {
      if (from !== undefined) {
        if (data !== undefined) throw new UsageError("Use either --data or --from.");
        return moveFolder(from, json === true);
      }
      // Opening the store migrates it. A running service has already done so.
      await withOperations({ begins: true, data }, async () => undefined);
      if (json === true) printJson({ migrated: true });
      else say("The store is up to date.");
    });
}

async function moveFolder(from: string, asJson: boolean): Promise<void> {
  const { data: folder, databaseUrl } = commandConfig({ data: from });
  if (databaseUrl === undefined)
    throw new UsageError(
      "--from needs DOCWRIGHT_DATABASE_URL: the PostgreSQL database to move the store to.",
    );
  if (!isDataFolder(folder)) throw new AppError("not_found", `No Docwright data found in ${folder}.`);
  const held = holdDataFolder(folder);
  if (held === null)
    throw new AppError(
      "unavailable",
      `Another process is using ${folder}. Stop the service, then try again.`,
    );
  try {
    const { moveStore } = await import("../compose.ts");
    const onTable = (table: string, rows: number) => {
      if (rows > 0) say(`${table}: ${rows}`);
    };
    const moved = await moveStore({ folder, databaseUrl, onTable });
    if (asJson) printJson({ moved: Object.fromEntries(moved) });
    const rows = [...moved.values()].reduce((sum, count) => sum + count, 0);
    say(
      `Moved ${rows} rows of ${moved.size} tables. The row counts match. Keep using ${folder} as the data folder, with DOCWRIGHT_DATABASE_URL.`,
    );
  } finally {
    held.release();
  }
}
