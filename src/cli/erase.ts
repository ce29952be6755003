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
  const { events, refusedUntilMs } = await withOperations(data === undefined ? {} : { data }, (operations) =>
    operations["visitor.erase"]({ projectId: project, ...subject }),
  );
  const refusedUntil = refusedUntilMs === null ? null : new Date(refusedUntilMs).toISOString();
  if (json === true) return printJson({ events, refusedUntil });
  say(events === 1 ? "1 visit was deleted." : `${events} visits were deleted.`);
  say(
    refusedUntil === null
      ? "None of this visitor will be recorded, unless the project lets its visitor keys rotate one day."
      : `None of this visitor is recorded until ${refusedUntil}, when the project's next visitor key begins: nobody can tell under it who they were. Erase them once more after that if they are to stay out.`,
  );
}
