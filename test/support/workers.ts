import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { fileURLToPath } from "node:url";

const program = fileURLToPath(new URL("./dying-worker.ts", import.meta.url));

/** Worker processes on one data folder, one at a time, which a test kills. */
export interface Workers {
  /** Runs one until nothing waits, or until its n-th write; answers the signal that ended it. */
  work(fatalWrite?: number): Promise<NodeJS.Signals | null>;
  /** Kills the one at work, and resolves when it is gone. */
  kill(): Promise<void>;
  /** All that they said, on both streams. */
  said(): string;
}

export function createWorkers(data: string, env: Readonly<Record<string, string>>): Workers {
  let child: ChildProcess | null = null;
  let said = "";
  return {
    async work(fatalWrite = 0) {
      const started = spawn(process.execPath, [program, data, String(fatalWrite)], {
        env: { ...process.env, ...env },
        stdio: ["ignore", "pipe", "pipe"],
      });
      child = started;
      for (const stream of [started.stdout, started.stderr])
        stream.on("data", (chunk) => {
          said += String(chunk);
        });
      const [code, signal] = (await once(started, "close")) as [number | null, NodeJS.Signals | null];
      child = null;
      if (signal === null && code !== 0) throw new Error(`the worker ended with ${code}: ${said}`);
      return signal;
    },
    async kill() {
      const closed = child === null ? null : once(child, "close");
      child?.kill("SIGKILL");
      await closed;
    },
    said: () => said,
  };
}
