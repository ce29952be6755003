import type { Command } from "commander";
import { show } from "./job.ts";
import { withOperations } from "./service.ts";

interface Options {
  readonly data?: string;
  readonly json?: boolean;
}

export function addPullRequest(program: Command): void {
  const pr = program.command("pr").description("merge or close a local pull request, or revoke its links");
  for (const action of ["merge", "close"] as const)
    pr.command(action)
      .description(`${action} a job's pull request`)
      .argument("<job>", "the job's ID")
      .option("--data <folder>", "the data folder")
      .option("--json", "print JSON")
      .addHelpText("after", `\nExample:\n  docwright pr ${action} job_…`)
      .action(async (id: string, options: Options) => {
        const service = { data: options.data, worker: true };
        show(await withOperations(service, (operations) => operations[`pr.${action}`]({ id })), options);
      });
  pr.command("revoke-links")
    .description("revoke all links to a job's pull request, and print a new link")
    .argument("<job>", "the job's ID")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON")
    .addHelpText("after", "\nExample:\n  docwright pr revoke-links job_…")
    .action(async (id: string, options: Options) => {
      const service = { data: options.data };
      show(await withOperations(service, (operations) => operations["pr.revokeLinks"]({ id })), options);
    });
}
