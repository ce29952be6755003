import { execFileSync } from "node:child_process";
import { availableParallelism, cpus, release, totalmem, type } from "node:os";
import type { BenchResult, BenchRow } from "../../test/bench/support/bench.ts";

export interface NamedResult extends BenchResult {
  /** What `npm run bench -- <name>` calls it. */
  readonly bench: string;
}

const head = ["", "ours", "peer", "ours / peer", "promised", ""];

/** The table as text for a terminal. */
export function toText({ title, rows }: NamedResult): string {
  const lines = [head, ...rows.map(cells)];
  const widths = head.map((_, column) => Math.max(...lines.map((line) => (line[column] ?? "").length)));
  const text = lines.map((line) =>
    line
      .map((cell, column) =>
        column === 0 ? cell.padEnd(widths[0] ?? 0) : cell.padStart(widths[column] ?? 0),
      )
      .join("  ")
      .trimEnd(),
  );
  return `\n${title}\n${text.join("\n")}\n`;
}

/** docs/benchmarks.md. */
export function toMarkdown(results: readonly NamedResult[]): string {
  const sections = results.map(
    ({ bench, title, about, rows }) =>
      `## ${title}\n\n${about}\n\n\`npm run bench -- ${bench}\`\n\n${[
        head,
        head.map(() => "---"),
        ...rows.map(cells),
      ]
        .map((line) => `| ${line.join(" | ")} |`)
        .join("\n")}\n`,
  );
  return `# Benchmarks

Written by \`npm run bench\`, which fails where a promise is not kept. Times are medians; ours and the peer's are measured
in turn, in the same run. ${describeMachine()}

${sections.join("\n")}`;
}

function cells({ name, ours, peer, ratio, target, ok }: BenchRow): string[] {
  const told = target === null ? "" : ok ? "kept" : "NOT KEPT";
  return [name, ours, peer ?? "–", ratio === null ? "–" : ratio.toFixed(2), target ?? "–", told];
}

/** What the figures depend on, and nothing that names the machine. */
function describeMachine(): string {
  const model = cpus()[0]?.model.replace(/\s+/gu, " ").trim() || process.arch;
  const memory = Math.round(totalmem() / 1024 ** 3);
  const git = execFileSync("git", ["--version"], { encoding: "utf8" }).trim();
  return `This machine: ${model}, ${availableParallelism()} cores, ${memory} GiB of memory, ${type()} ${release().replace(/-.*$/u, "")}, Node ${process.versions.node}, ${git}.`;
}
