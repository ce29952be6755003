import type { Problem } from "#site";
import { limits } from "../../limits.ts";
import type { Change } from "../../workspace/index.ts";
import { counted, place } from "./text.ts";
import type { ToolContext } from "./tool.ts";
import { touchedSince } from "./touched-files.ts";

/**
 * What a step broke, in a few lines, while the model still has it in mind: problems that the base does not have, on the
 * files that changed since `before` and on pages that link there. Empty for none.
 */
export async function describeTouchedProblems(
  context: ToolContext,
  before: readonly Change[],
): Promise<string> {
  const touched = touchedSince(before, context.workspace.changes());
  return touched.size === 0 ? "" : problemsText(await context.problemsOn(touched));
}

function problemsText(problems: readonly Problem[]): string {
  if (problems.length === 0) return "";
  const shown = problems.slice(0, limits.tools.touchedProblemsShownMax);
  const more = problems.length - shown.length;
  return [
    `The checks find ${counted(problems.length, "new problem")} on what this step touched:`,
    ...shown.map(({ path, line, message }) => `- ${place(path, line)}: ${message}`),
    ...(more > 0 ? [`- … and ${more} more; use check`] : []),
  ].join("\n");
}
