import type { Command } from "commander";
import { print, printJson, say } from "./output.ts";
import { withOperations } from "./service.ts";
import { type TypedNames, underTypedNames } from "./typed-names.ts";
import { visitorsTable } from "./visitors-table.ts";

interface VisitorsOptions {
  readonly project: string;
  readonly from?: string;
  readonly to?: string;
  readonly limit?: string;
  readonly prefix?: string;
  readonly timezone?: string;
  readonly data?: string;
  readonly json?: boolean;
}

export function addVisitors(program: Command): void {
  program
    .command("visitors")
    .description("print each page's unique visitors: people, AI agents and total")
    .requiredOption("--project <projectId>", "the project")
    .option("--from <time>", "start of the range, e.g. 2026-01-31 (default: the first visit)")
    .option("--to <time>", "end of the range, exclusive (default: after the last visit)")
    .option("--limit <count>", "pages to print, from 1 to 250 (default: 50)")
    .option("--prefix <path>", "only this page and the pages below it, e.g. /guides")
    .option("--timezone <zone>", "time zone for dates without a time, e.g. Europe/Berlin (default: UTC)")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON, as GET /v1/analytics/{projectId}/visitors returns it")
    .addHelpText(
      "after",
      `
A time is a date, or a date and time such as 2026-01-31T12:30:00+01:00. Without an offset it is in UTC.

Example:
  docwright visitors --project prj_… --from 2026-01-01 --to 2026-02-01`,
    )
    .action(run);
}

async function run({
  project,
  from,
  to,
  limit,
  prefix,
  timezone,
  data,
  json,
}: VisitorsOptions): Promise<void> {
  const input = {
    ...(from === undefined ? {} : { dateFrom: from }),
    ...(to === undefined ? {} : { dateTo: to }),
    ...(limit === undefined ? {} : { limit }),
    ...(prefix === undefined ? {} : { pathPrefix: prefix }),
    ...(timezone === undefined ? {} : { timezone }),
  };
  const { answer, isUpperBound } = await underTypedNames(typedNames, () =>
    withOperations({ data }, (operations) => operations.visitors({ projectId: project, ...input })),
  );
  if (isUpperBound)
    say(
      "Visitor keys rotated within this range: people who visited before and after may be counted more than once.",
    );
  if (json === true) return printJson(answer);
  print(visitorsTable(answer));
}

const typedNames: TypedNames = {
  dateFrom: "--from",
  dateTo: "--to",
  limit: "--limit",
  pathPrefix: "--prefix",
  timezone: "--timezone",
};
