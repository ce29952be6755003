import { z } from "zod";
import type { CheckReport } from "#site";
import { limits } from "../../limits.ts";
import { counted, place } from "./text.ts";
import type { Tool } from "./tool.ts";

export const checkInput = z.strictObject({});

export type CheckData = CheckReport;

export const checkTool: Tool<z.infer<typeof checkInput>, CheckData> = {
  name: "check",
  description:
    "Checks the whole site in its current state: MDX compiles, links and anchors resolve, navigation and files agree, " +
    "frontmatter is valid, images exist, redirects neither loop nor hide pages. Reports only problems that your " +
    "changes caused. The same checks run when you finish, so call this once after your edits, not after each one.",
  input: checkInput,
  async run(_input, context) {
    const report = await context.checks();
    return { text: checkText(report), data: report };
  },
};

function checkText(report: CheckReport): string {
  const standing =
    report.standing === 0
      ? ""
      : ` (ignoring ${report.standing} older ${report.standing === 1 ? "problem" : "problems"})`;
  if (report.problems.length === 0) return `No new problems${standing}.`;
  const shown = report.problems.slice(0, limits.turn.problemsShownMax);
  const more = report.problems.length - shown.length;
  return [
    `${counted(report.problems.length, "new problem")}${standing}:`,
    ...shown.map(({ path, line, message }) => `- ${place(path, line)}: ${message}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
  ].join("\n");
}
