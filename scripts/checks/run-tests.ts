import { type ChildProcess, spawn } from "node:child_process";
import { existsSync, mkdirSync, mkdtempSync, readdirSync, readFileSync, realpathSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { root } from "../root.ts";
import { type LeakedProcess, leakedProcesses } from "./leaks.ts";
import { type Summary, summaryVariable } from "./summary.ts";

export interface TestRun extends Summary {
  /** A sentence about each process, file or folder that the tests left behind. */
  readonly leaks: readonly string[];
}

/**
 * Runs vitest in `project` with these arguments, in a new session and with a new temporary folder. Its output goes to
 * standard output. Processes left behind in the session, and files left behind in the folder, are reported and removed.
 */
export async function runTests(project: string, args: readonly string[]): Promise<TestRun> {
  const folder = realpathSync(mkdtempSync(join(tmpdir(), "docwright-test-")));
  const temporary = join(folder, "tmp");
  const summaryFile = join(folder, "summary.json");
  mkdirSync(temporary);
  const before = new Set(readdirSync(project));
  try {
    const child = spawn(
      process.execPath,
      [
        vitest,
        "run",
        `--reporter=${reporter}`,
        ...(args.some((arg) => arg.startsWith("--reporter=")) ? [] : ["--reporter=default"]),
        ...args,
      ],
      {
        cwd: project,
        detached: true,
        env: {
          ...withoutOurs(process.env),
          ...(process.stdout.isTTY ? {} : { NO_COLOR: "1" }),
          TMPDIR: temporary,
          // Compiling takes half of a process's start time. Without this setting, npm would put its compile cache in
          // the temporary folder.
          NODE_COMPILE_CACHE: join(root, "node_modules/.cache/tests"),
          [summaryVariable]: summaryFile,
        },
        stdio: ["ignore", "inherit", "inherit"],
      },
    );
    const code = await ended(child);
    const processes = child.pid === undefined ? [] : await leakedProcesses(child.pid, temporary);
    for (const { pid } of processes) kill(pid, "SIGKILL");
    const strays = readdirSync(project).filter((name) => !before.has(name));
    return {
      ...readSummary(summaryFile, code),
      leaks: [
        ...processes.map(sentence),
        ...readdirSync(temporary).map((name) => `${name} was left in the temporary folder.`),
        ...strays.map((name) => `${name} was left in the project folder.`),
      ],
    };
  } finally {
    rmSync(folder, { recursive: true, force: true });
  }
}

const vitest = join(root, "node_modules/vitest/vitest.mjs");
const reporter = join(root, "scripts/checks/count-reporter.ts");

/** The developer's settings must not affect the tests. */
function withoutOurs(env: NodeJS.ProcessEnv): NodeJS.ProcessEnv {
  return Object.fromEntries(Object.entries(env).filter(([name]) => !/^(?:DOCWRIGHT|GIT)_/u.test(name)));
}

function sentence({ pid, command }: LeakedProcess): string {
  return `Process ${pid} was still running: ${command.slice(0, 300)}`;
}

/** A separate session doesn't receive the terminal's signals, so forward them. */
function ended(child: ChildProcess): Promise<number> {
  const pass = (signal: NodeJS.Signals) => child.pid !== undefined && kill(-child.pid, signal);
  process.on("SIGINT", pass).on("SIGTERM", pass);
  return new Promise((resolve, reject) => {
    child.on("error", reject);
    child.on("close", (code) => {
      process.off("SIGINT", pass).off("SIGTERM", pass);
      resolve(code ?? 1);
    });
  });
}

function kill(pid: number, signal: NodeJS.Signals): void {
  try {
    process.kill(pid, signal);
  } catch {
    // Gone already.
  }
}

function readSummary(file: string, code: number): Summary {
  if (!existsSync(file)) return { passed: 0, failed: 1, skipped: [] };
  const summary = JSON.parse(readFileSync(file, "utf8")) as Summary;
  // Make sure that any other vitest failure is noticed.
  return code !== 0 && summary.failed === 0 ? { ...summary, failed: 1 } : summary;
}
