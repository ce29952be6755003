import { spawn } from "node:child_process";
import { existsSync } from "node:fs";
import { root } from "../root.ts";

/** A check. Each check is a separate program, so a crash or leak doesn't affect the others. */
export interface Part {
  readonly name: string;
  /** The arguments for the project's Node, which runs in the project's folder. */
  readonly command: readonly string[];
  readonly env?: Readonly<Record<string, string>>;
  /** Platform-specific packages that the check needs. If the registry doesn't have them, the check is skipped. */
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
 * Settings for programs written in Go (tsc, and the type-aware part of oxlint), which read everything once and exit.
 * Garbage collection would take a third of their time and save a fifth of their 2 GB, so it only starts at the limit.
 */
const go = { GOGC: "off", GOMEMLIMIT: "3GiB" };

/**
 * The checks without tests, longest first. Types are checked again only in changed files and the files that import
 * them. With `fix`, checks also fix findings if they can.
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
 * Runs the checks, `atOnce` at a time, and prints one line when each check ends. The full output of a failed check
 * follows its line.
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
