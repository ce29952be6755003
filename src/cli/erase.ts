import type { Command } from "commander";
import { printJson, say, UsageError } from "./output.ts";
import { withOperations } from "./service.ts";

interface EraseOptions {
  readonly project: string;
  readonly visitorId?: string;
  readonly ip?: string;
  readonly userAgent?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export function addErase(program: Command): void {
  program
    .command("erase")
    .description("delete a visitor's visits, and record none of them from now on")
    .requiredOption("--project <projectId>", "the project")
    .option("--visitor-id <name>", "the name that the site gives the visitor")
    .option("--ip <address>", "the visitor's address, with --user-agent")
    .option("--user-agent <text>", "the visitor's user agent, with --ip")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Visits whose key is destroyed cannot be found any more: nobody can tell whose they are. Where keys rotate, the visitor
has another name under the next key: erase them once more then.

Example:
  docwright erase --project prj_… --visitor-id user-4711`,
    )
    .action(erase);
}

async function erase({ project, visitorId, ip, userAgent, data, json }: EraseOptions): Promise<void> {
  if ((visitorId === undefined) === (ip === undefined || userAgent === undefined))
    throw new UsageError("Name the visitor by --visitor-id, or by --ip and --user-agent.");
  const subject = { visitorId: visitorId ?? null, ip: ip ?? null, userAgent: userAgent ?? "" };
  const erased = await withOperations(data === undefined ? {} : { data }, (operations) =>
    operations["visitor.erase"]({ projectId: project, ...subject }),
  );
  if (json === true) return printJson(erased);
  say(
    `${erased.events} visits were deleted. None of this visitor will be recorded as long as visitors keep their keys.`,
  );
}
