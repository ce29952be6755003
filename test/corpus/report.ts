import type { Outcome } from "./outcome.ts";
import type { ReaderVerdict } from "./verdicts.ts";

/** The page that a reader judges. */
export function toPage(outcome: Outcome, verdicts: readonly ReaderVerdict[]): string {
  const { number, site, framework, prompt, status, code, answer, pullRequest, diff, faults, seconds } =
    outcome;
  const ownVerdicts = verdictsOn(outcome, verdicts).map(({ reader, verdict, why }) =>
    `- ${reader}: ${verdict}. ${why}`.trimEnd(),
  );
  return [
    `# ${site} ${number} (${framework})`,
    `**Instruction:** ${prompt}`,
    `**Result:** ${status}${code === null ? "" : ` (${code})`} in ${seconds.toFixed(1)} s`,
    `**Answer**\n\n${answer}`,
    ...(faults.length === 0 ? [] : [`**Faults**\n\n${faults.map((fault) => `- ${fault}`).join("\n")}`]),
    ...(ownVerdicts.length === 0 ? [] : [`**Verdicts**\n\n${ownVerdicts.join("\n")}`]),
    ...(pullRequest === null ? [] : [`**Pull request**\n\n${pullRequest}`]),
    `**Diff**\n\n${diff === "" ? "No changes." : `\`\`\`\`diff\n${diff}\n\`\`\`\``}`,
    "",
  ].join("\n\n");
}

/** A table of results by framework, and the cases on which readers disagree. */
export function toTable(outcomes: readonly Outcome[], verdicts: readonly ReaderVerdict[]): string {
  const head = ["framework", "cases", "changed", "failed", "faults", "right", "refused", "question", "wrong"];
  const rows = [...Map.groupBy(outcomes, ({ framework }) => framework)].map(([framework, own]) =>
    [framework, ...countsOf(own, verdicts)].map(String),
  );
  const total = ["total", ...countsOf(outcomes, verdicts)].map(String);
  const widths = head.map((name, column) =>
    Math.max(name.length, ...[...rows, total].map((row) => row[column]!.length)),
  );
  const line = (row: readonly string[]) =>
    row.map((cell, i) => (i === 0 ? cell.padEnd(widths[i]!) : cell.padStart(widths[i]!))).join("  ");
  const disagreements = outcomes
    .filter((outcome) => new Set(verdictsOn(outcome, verdicts).map(({ verdict }) => verdict)).size > 1)
    .map(({ site, number, prompt }) => `Readers disagree: ${site} ${number}: ${prompt}`);
  return ["", line(head), ...rows.map(line), line(total), ...disagreements].join("\n");
}

/** A case has a verdict if all its readers agree. If any reader says `wrong`, the verdict is `wrong`. */
function countsOf(outcomes: readonly Outcome[], verdicts: readonly ReaderVerdict[]): number[] {
  const agreed = outcomes.map((outcome) => {
    const own = verdictsOn(outcome, verdicts).map(({ verdict }) => verdict);
    return own.includes("wrong") ? "wrong" : own[0];
  });
  return [
    outcomes.length,
    outcomes.filter(({ diff }) => diff !== "").length,
    outcomes.filter(({ status }) => status === "failed").length,
    outcomes.filter(({ faults }) => faults.length > 0).length,
    ...["right", "refused", "question", "wrong"].map(
      (wanted) => agreed.filter((verdict) => verdict === wanted).length,
    ),
  ];
}

function verdictsOn({ site, prompt }: Outcome, verdicts: readonly ReaderVerdict[]): ReaderVerdict[] {
  return verdicts.filter((verdict) => verdict.site === site && verdict.prompt === prompt);
}
