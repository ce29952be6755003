import { z } from "zod";
import { type CheckReport, countProblems, type Problem, problemsIn } from "#site";
import { limits } from "../../limits.ts";
import { counted, listText, place } from "./text.ts";
import type { Tool } from "./tool.ts";

export const checkInput = z.strictObject({});

export type CheckData = CheckReport;

export const checkTool: Tool<z.infer<typeof checkInput>, CheckData> = {
  name: "check",
  isReadOnly: true,
  description:
    "Checks the whole site: MDX, links, anchors, navigation, frontmatter, images, redirects. Reports the problems that your changes caused. Call it once, after your edits.",
  input: checkInput,
  async run(_input, context) {
    const report = await context.checks();
    const site = await context.site();
    const changed = context.workspace.changes().filter(({ path }) => site.document(path) !== null);
    const touched = new Set(changed.map(({ path }) => path));
    const isNew = new Set(report.problems.map(problemText));
    const onTouched = problemsIn(site, touched).filter((problem) => !isNew.has(problemText(problem)));
    const before = countProblems(await context.baseSite());
    return { text: checkText(report, { before, onTouched }), data: report };
  },
};

interface Standing {
  /** The number of problems before the changes. */
  readonly before: number;
  /** The earlier problems that changed files still have. */
  readonly onTouched: readonly Problem[];
}

function checkText(report: CheckReport, { before, onTouched }: Standing): string {
  const standing =
    before === 0
      ? ""
      : ` Before your changes, the whole site had ${counted(before, "problem")}; ${onTouched.length === 0 ? "none of these is" : `${onTouched.length} of these remain`} on pages that you changed.`;
  const own = listText(
    "Earlier problems on pages that you changed:",
    onTouched.slice(0, limits.tools.touchedProblemsShownMax).map(problemText),
  );
  if (report.problems.length === 0)
    return [`No new problems.${standing} ${checkedText(report)}`, ...own].join("\n");
  const shown = report.problems.slice(0, limits.turn.problemsShownMax);
  const more = report.problems.length - shown.length;
  return [
    `${counted(report.problems.length, "new problem")}:`,
    ...shown.map((problem) => `- ${problemText(problem)}`),
    ...(more > 0 ? [`- … and ${more} more`] : []),
    ...(standing === "" ? [] : [standing.trim()]),
    ...own,
  ].join("\n");
}

function problemText({ path, line, message }: Problem): string {
  return `${place(path, line)}: ${message}`;
}

function checkedText({ rules }: CheckReport): string {
  const titles = (chosen: typeof rules, of: (rule: (typeof rules)[number]) => string) =>
    chosen.map((rule) => `${rule.title.toLowerCase()}${of(rule)}`).join(", ");
  const done = rules.filter((rule) => rule.checked > 0);
  const idle = rules.filter((rule) => rule.checked === 0);
  const nothing =
    idle.length === 0 ? "" : ` These rules did not apply to your changes: ${titles(idle, () => "")}.`;
  return `Rules, with the number of items that each checked: ${titles(done, ({ checked }) => ` (${checked})`)}.${nothing}`;
}
