import type { Command } from "commander";

export function withProjectOptions(command: Command): Command {
  return command
    .requiredOption("--project <projectId>", "the project")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON");
}
