import type { Command } from "commander";
import { printJson, say } from "./output.ts";
import { withOperations } from "./service.ts";

export function addMigrate(program: Command): void {
  program
    .command("migrate")
    .description("update the store's schema; every start does this too")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON")
    .action(async ({ data, json }: { data?: string; json?: boolean }) => {
      // Opening the store migrates it. A running service has already done so.
      await withOperations({ begins: true, data }, async () => undefined);
      if (json === true) printJson({ migrated: true });
      else say("The store is up to date.");
    });
}
