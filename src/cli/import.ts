import { resolve } from "node:path";
import type { Command } from "commander";
import { AppError } from "../errors.ts";
import { pause } from "../std/clock.ts";
import type { ImportReport } from "./log-imports.ts";
import type { Operations } from "./operations/index.ts";
import { print, printJson, say, table } from "./output.ts";
import { withOperations } from "./service.ts";

interface ImportOptions {
  readonly project: string;
  readonly format?: string;
  readonly data?: string;
  readonly json?: boolean;
}

const pollMs = 100;
const barWidth = 30;

export function addImport(program: Command): void {
  program
    .command("import")
    .description("import visits from access logs (plain, gzip or zstd)")
    .argument("<file...>", "log files")
    .requiredOption("--project <projectId>", "the project")
    .option("--format <name or pattern>", "log format (default: detected from the first lines)")
    .option("--data <folder>", "the data folder")
    .option("--json", "print JSON")
    .addHelpText(
      "after",
      `
Re-importing a log, or importing an overlapping one, counts nothing twice. If a CDN's addresses are in the log, include
the header with the visitor's address in the format.

Examples:
  docwright import /var/log/nginx/access.log* --project prj_…
  docwright import docs.log --project prj_… --format '$remote_addr [$time_local] "$request" $status "$http_user_agent"'
  docwright import cdn.log --project prj_… --format '%h %l %u %t "%r" %>s %b "%{Referer}i" "%{User-Agent}i" "%{CF-Connecting-IP}i"'`,
    )
    .action(importLogs);
}

async function importLogs(files: readonly string[], options: ImportOptions): Promise<void> {
  const { project, format = null, data, json } = options;
  const reports = await withOperations({ data }, async (operations) => {
    const done: (ImportReport & { readonly file: string })[] = [];
    try {
      // Import one log at a time, so that each has the whole disk and store to itself.
      for (const file of files) {
        const input = { projectId: project, file: resolve(file), format };
        done.push({ file, ...(await importOne(operations, input)) });
      }
    } catch (error) {
      for (const { file, accepted, duplicates } of done)
        say(`${file} was already imported (accepted: ${accepted}, duplicates: ${duplicates}).`);
      throw error;
    }
    return done;
  });
  if (json === true) return printJson(reports);
  print(
    table([
      ["file", "format", "lines", "accepted", "duplicates", "ignored", "rejected"],
      ...reports.map((report) => [
        report.file,
        report.format,
        ...[report.lines, report.accepted, report.duplicates].map(String),
        String(Object.values(report.ignored).reduce((sum, count) => sum + count, 0)),
        String(report.rejected),
      ]),
    ]),
  );
  for (const report of reports) reportDetails(report);
}

async function importOne(
  operations: Operations,
  input: { projectId: string; file: string; format: string | null },
): Promise<ImportReport> {
  const { id, bytes } = await operations["import.begin"](input);
  const isTerminal = process.stderr.isTTY;
  for (;;) {
    const { bytesRead, report, failure } = await operations["import.poll"]({ id });
    if (isTerminal) process.stderr.write(`\r${bar(bytesRead, bytes)} ${input.file}`);
    if (isTerminal && (report !== null || failure !== null)) process.stderr.write("\n");
    if (failure !== null) throw new AppError(failure.code, `${input.file}: ${failure.message}`);
    if (report !== null) return report;
    await pause(pollMs);
  }
}

function bar(done: number, all: number): string {
  const part = all === 0 ? 1 : Math.min(1, done / all);
  const full = Math.round(part * barWidth);
  return `[${"#".repeat(full)}${".".repeat(barWidth - full)}] ${String(Math.floor(part * 100)).padStart(3)} %`;
}

function reportDetails({
  file,
  ignored,
  rejected,
  rejectedLines,
  hosts,
  notes,
}: ImportReport & { readonly file: string }): void {
  for (const [reason, count] of Object.entries(ignored)) say(`${file}: ${count} ignored (${reason})`);
  for (const { line, error } of rejectedLines) say(`${file}:${line}: ${error}`);
  if (rejected > rejectedLines.length)
    say(`${file}: ${rejected - rejectedLines.length} more lines were rejected`);
  for (const { message } of notes) say(`${file}: ${message}`);
  const counted = hosts.filter((row) => row.counted);
  if (counted.length > 1)
    say(
      `${file}: views of ${counted.length} hosts were counted: ${counted.map(({ host, views }) => `${host} (${views})`).join(", ")}. To count only the docs, run docwright analytics --origin.`,
    );
}
