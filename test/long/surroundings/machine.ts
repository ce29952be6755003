import { execFile, spawn } from "node:child_process";
import { once } from "node:events";
import { createInterface } from "node:readline";
import type { Readable } from "node:stream";

export interface Ended {
  readonly code: number | null;
  readonly stdout: string;
  readonly stderr: string;
}

/** Starts processes in some surroundings, in one folder. */
export interface Machine {
  run(...command: readonly string[]): Promise<Ended>;
  /** Like `run`; throws with what the command said if it does not exit with 0. Returns its standard output. */
  must(...command: readonly string[]): Promise<string>;
  serve(data: string): Promise<Serving>;
}

export interface Serving {
  readonly url: string;
  /** SIGTERM, and then its exit code. */
  stop(): Promise<number | null>;
}

/** An installation from an empty npm cache on a slow network, and everything else, ends before this. */
const waitMs = 240_000;

export function createMachine(o: {
  cwd: string;
  shell?: string | undefined;
  env: NodeJS.ProcessEnv;
}): Machine {
  const inShell = (command: readonly string[]): [string, string[]] => [
    "sh",
    ["-c", `${o.shell ?? ":"} && exec "$@"`, "sh", ...command],
  ];
  const options = { cwd: o.cwd, env: o.env };
  const run = (...command: readonly string[]) =>
    new Promise<Ended>((resolve) => {
      const limits = { timeout: waitMs, killSignal: "SIGKILL", encoding: "utf8" } as const;
      const child = execFile(...inShell(command), { ...options, ...limits }, (_error, stdout, stderr) =>
        resolve({ code: child.exitCode, stdout, stderr }),
      );
    });
  return {
    run,
    async must(...command) {
      const { code, stdout, stderr } = await run(...command);
      if (code !== 0) throw new Error(`${command.join(" ")} ended with ${code}:\n${stdout}\n${stderr}`);
      return stdout;
    },
    async serve(data) {
      // Not through npx, which stands between a signal and the service.
      const command = ["node", "bin/docwright.js", "serve", "--port", "0", "--data", data];
      const child = spawn(...inShell(command), { ...options, stdio: ["ignore", "ignore", "pipe"] });
      const ended = once(child, "exit");
      return {
        url: await readUrl(child.stderr),
        async stop() {
          child.kill("SIGTERM");
          const [code] = (await ended) as [number | null];
          return code;
        },
      };
    },
  };
}

/** The address that the service says it listens on; throws what it said instead if it ends before. */
async function readUrl(standardError: Readable): Promise<string> {
  const said: string[] = [];
  // Its later lines are not read: they must not fill the pipe.
  for await (const line of createInterface({ input: standardError })) {
    const url = /listens on (\S+)/u.exec(line)?.[1];
    if (url !== undefined) {
      standardError.resume();
      return url;
    }
    said.push(line);
  }
  throw new Error(`The service did not start:\n${said.join("\n")}`);
}
