import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "../root.ts";

/** One check: a program of its own, so that one that crashes or leaks does not take the others along. */
export interface Part {
  readonly name: string;
  /** What the project's Node is started with, in the project's folder. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Packages with a build for this platform that it needs; where a registry has none, the part is skipped. */
  readonly engines?: readonly string[];
}

export interface PartResult {
  readonly name: string;
  readonly outcome: "passed" | "failed" | "skipped";
}

const gnu = process.platform === "linux" ? "-gnu" : "";
const platform = `${process.platform}-${process.arch}`;
const biome = `@biomejs/cli-${platform}`;
const oxcParser = `@oxc-parser/binding-${platform}${gnu}`;

/**
 * For what is written in Go (tsc, and the part of oxlint that knows types): it looks at everything once and ends.
 * Collecting garbage on the way is a third of its work, and saves a fifth of 2 GB: it begins only at the bound.
 */
const go = { GOGC: "off", GOMEMLIMIT: "3GiB" };

/**
 * The checks that run no test, the longest first. Types are looked at again only in files that changed and in what
 * imports them. `fix` lets those that can write what they would complain of.
 */
export function staticParts({ fix }: { fix: boolean }): Part[] {
  return [
    {
      name: "lint",
      command: ["node_modules/oxlint/bin/oxlint", "--deny-warnings", ...(fix ? ["--fix"] : [])],
      env: go,
      engines: [`@oxlint/binding-${platform}${gnu}`, `@oxlint-tsgolint/${platform}`],
    },
    {
      name: "unused",
      command: ["node_modules/knip/bin/knip.js", "--no-progress", "--no-config-hints"],
      engines: [oxcParser],
    },
    {
      name: "web lint",
      command: [
        ...["node_modules/oxlint/bin/oxlint", "--deny-warnings", "-c", "web/oxlint.json", "web"],
        ...(fix ? ["--fix"] : []),
      ],
      env: go,
      engines: [`@oxlint/binding-${platform}${gnu}`, `@oxlint-tsgolint/${platform}`],
    },
    { name: "web types", command: ["node_modules/typescript/bin/tsc", "-p", "web"], env: go },
    { name: "types", command: ["node_modules/typescript/bin/tsc", "-p", "."], env: go },
    {
      name: "format",
      command: [
        ...["node_modules/@biomejs/biome/bin/biome", "check", "--error-on-warnings", "--max-diagnostics=200"],
        ...(fix ? ["--write"] : []),
      ],
      engines: [biome],
    },
    {
      name: "structure",
      command: ["scripts/structure/main.ts", ...(fix ? ["--fix"] : [])],
      engines: [oxcParser],
    },
  ];
}

/**
 * Runs the parts, `atOnce` at a time, and prints a line for each as it ends; the output of one that fails follows it
 * whole.
 */
export async function runParts(parts: readonly Part[], atOnce: number): Promise<PartResult[]> {
  const waiting = [...parts];
  const results: PartResult[] = [];
  const worker = async () => {
    for (let part = waiting.shift(); part !== undefined; part = waiting.shift())
      results.push(await runPart(part));
  };
  await Promise.all(Array.from({ length: atOnce }, worker));
  return results;
}

async function runPart({ name, command, env = {}, engines = [] }: Part): Promise<PartResult> {
  const missing = engines.find((engine) => !existsSync(`${root}/node_modules/${engine}`));
  if (missing !== undefined) {
    print("skip", name, `no ${missing} for this platform`);
    return { name, outcome: "skipped" };
  }
  const startMs = performance.now();
  const { ok, output } = await run(command, env);
  print(ok ? "ok" : "FAIL", name, seconds(performance.now() - startMs));
  if (!ok) process.stdout.write(`${output.trimEnd()}\n\n`);
  return { name, outcome: ok ? "passed" : "failed" };
}

export function print(mark: "ok" | "FAIL" | "skip", name: string, note: string): void {
  process.stdout.write(`${mark.padEnd(6)}${name.padEnd(12)}${note}\n`);
}

export function seconds(ms: number): string {
  return `${(ms / 1000).toFixed(1)} s`;
}

function run(
  command: readonly string[],
  env: Readonly<Record<string, string>>,
): Promise<{ ok: boolean; output: string }> {
  return new Promise((resolve) => {
    const colour = process.stdout.isTTY ? { FORCE_COLOR: "1" } : {};
    const child = spawn(process.execPath, command, {
      cwd: root,
      env: { ...process.env, ...colour, ...env },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const chunks: Buffer[] = [];
    for (const stream of [child.stdout, child.stderr])
      stream.on("data", (chunk: Buffer) => void chunks.push(chunk));
    child.on("error", (error) => resolve({ ok: false, output: String(error) }));
    child.on("close", (code) => resolve({ ok: code === 0, output: Buffer.concat(chunks).toString() }));
  });
}
