import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { branchesOf, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";
import { generateSite, writeRepository } from "../support/site-generator.ts";
import { type BenchResult, boundRow } from "./support/bench.ts";

const jobs = 200;
const residentMax = 600;
const main = new URL("../../src/main.ts", import.meta.url).pathname;

/** 200 jobs queued at once on the site of 3,000 pages, four at work, over HTTP. */
export async function run(): Promise<BenchResult> {
  using folder = temporaryFolder();
  const site = generateSite();
  const repository = join(folder.path, "docs.git");
  await writeRepository(repository, site.files);
  const data = join(folder.path, "data");
  const app = await openApp(folder.path);
  const project = await app.addProject({ name: "Docs", repository }, "cli");
  const { key } = await app.projects.createKey(project.id, { name: "bench", scope: "write" });
  await app.close();

  const service = await serve(data);
  const memory = watchMemory(service.child);
  const call = caller(service.url, key);
  const path = `/v2/agent/${project.id}`;
  const began = performance.now();
  const prompt = `rename ${site.term} to Acme Platform`;
  const created = await Promise.all(
    Array.from({ length: jobs }, () => call("POST", `${path}/job`, { prompt })),
  );
  const right = await untilAllEnd(
    call,
    path,
    created.map(({ id }) => String(id)),
  );
  const seconds = (performance.now() - began) / 1000;
  service.child.kill("SIGTERM");
  await once(service.child, "exit");
  const kept = bytesBelow(data, (name) => !/^(?:control\.db|lock|secret|socket)/u.test(name));
  const pushed = bytesBelow(repository, () => true);
  return {
    title: "200 jobs queued at once, four at work",
    about:
      "Each job renames a term in 500 of 3,000 pages, checks, pushes and opens a pull request; all are created at once over HTTP, and then polled. Resident memory is the highest sum over the service and its children, read ten times a second. Disk is what the data folder holds beside the control store, against the repository itself with everything that was pushed to it.",
    rows: [
      {
        ...boundRow({
          name: "ended with a pull request and a branch of their own",
          ours: right,
          unit: "jobs",
        }),
        target: `${jobs} jobs`,
        ok: right === jobs && branchesOf(repository).length === jobs + 1,
      },
      boundRow({ name: "time for all", ours: seconds, unit: "s" }),
      boundRow({ name: "resident, at most", ours: memory.peakMb(), unit: "MB", max: residentMax }),
      boundRow({
        name: "disk, against the repository with all that was pushed",
        ours: kept / pushed,
        unit: "times",
        max: 1.1,
      }),
    ],
  };
}

type Answer = Record<string, unknown>;
type Caller = (method: string, path: string, body?: unknown) => Promise<Answer>;

function caller(url: string, key: string): Caller {
  return async (method, path, body) => {
    const headers = { authorization: `Bearer ${key}`, "content-type": "application/json" };
    const response = await fetch(`${url}${path}`, {
      method,
      headers,
      ...(body === undefined ? {} : { body: JSON.stringify(body) }),
    });
    if (!response.ok) throw new Error(`${method} ${path}: ${response.status} ${await response.text()}`);
    return (await response.json()) as Answer;
  };
}

async function untilAllEnd(call: Caller, path: string, ids: readonly string[]): Promise<number> {
  let right = 0;
  for (const id of ids) {
    let job = await call("GET", `${path}/job/${id}`);
    while (job.status === "active") {
      await new Promise((resolve) => setTimeout(resolve, 250));
      job = await call("GET", `${path}/job/${id}`);
    }
    if (job.status === "completed" && job.prLink !== null) right++;
  }
  return right;
}

async function serve(data: string): Promise<{ child: ChildProcess; url: string }> {
  const env = {
    ...process.env,
    DOCWRIGHT_LIMIT_AGENT_CALLS: "0",
    DOCWRIGHT_LIMIT_READS: "0",
    DOCWRIGHT_LOG_LEVEL: "error",
  };
  const child = spawn(process.execPath, [main, "serve", "--port", "0", "--data", data], {
    env,
    stdio: ["ignore", "ignore", "pipe"],
  });
  let text = "";
  for await (const chunk of child.stderr) {
    text += String(chunk);
    const url = /listens on (\S+)/u.exec(text)?.[1];
    if (url !== undefined) {
      child.stderr.resume();
      return { child, url };
    }
  }
  throw new Error(`serve did not start: ${text}`);
}

/** The service and every process below it, from /proc. */
function watchMemory(child: ChildProcess): { peakMb(): number } {
  let peak = 0;
  const timer = setInterval(() => {
    peak = Math.max(peak, residentMb(child.pid ?? 0));
  }, 100);
  child.once("exit", () => clearInterval(timer));
  return { peakMb: () => peak };
}

function residentMb(root: number): number {
  const parents = new Map<number, { parent: number; mb: number }>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/u.test(entry))) {
    try {
      const status = readFileSync(`/proc/${name}/status`, "utf8");
      const parent = Number(/^PPid:\s+(\d+)/mu.exec(status)?.[1]);
      const mb = Number(/^VmRSS:\s+(\d+)/mu.exec(status)?.[1] ?? 0) / 1024;
      parents.set(Number(name), { parent, mb });
    } catch {
      // It ended while we looked.
    }
  }
  const isBelow = (pid: number): boolean =>
    pid === root || (pid > 1 && isBelow(parents.get(pid)?.parent ?? 0));
  return [...parents].filter(([pid]) => isBelow(pid)).reduce((sum, [, { mb }]) => sum + mb, 0);
}

function bytesBelow(folder: string, counts: (topName: string) => boolean): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => counts(path.slice(folder.length + 1)))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}
