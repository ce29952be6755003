import { type ChildProcess, spawn } from "node:child_process";
import { once } from "node:events";
import { readdirSync, readFileSync, statSync } from "node:fs";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { nodeFlags } from "../../bin/runtime.js";
import { branchesOf, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";
import { generateSite, writeRepository } from "../support/site-generator.ts";
import { type BenchResult, boundRow } from "./support/bench.ts";

const jobs = 200;
const residentMax = 600;
const main = fileURLToPath(new URL("../../src/main.ts", import.meta.url));

/** Measures 200 jobs queued at once over HTTP, on the site of 3,000 pages, four running at a time. */
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
  const { ownMb, allMb } = memory.peak();
  service.child.kill("SIGTERM");
  await once(service.child, "exit");
  const kept = bytesBelow(data, (name) => !/^(?:control\.db|lock|secret|socket)/u.test(name));
  const pushed = bytesBelow(repository, () => true);
  return {
    title: "200 jobs queued at once, four running",
    about:
      "Each job renames a term in 500 of 3,000 pages, checks, pushes and opens a pull request. All jobs are created at once over HTTP, and then polled. Resident memory is the peak of five readings per second, in which each process has its share of shared pages (PSS). Disk is the size of the data folder without the control store, compared with the repository including everything pushed to it.",
    rows: [
      {
        ...boundRow({
          name: "jobs with their own branch and pull request",
          ours: right,
          unit: "jobs",
        }),
        target: `${jobs} jobs`,
        ok: right === jobs && branchesOf(repository).length === jobs + 1,
      },
      boundRow({ name: "total time", ours: seconds, unit: "s" }),
      boundRow({ name: "resident memory of the service", ours: ownMb, unit: "MB", max: residentMax }),
      boundRow({ name: "resident memory including its children", ours: allMb, unit: "MB", max: residentMax }),
      boundRow({
        name: "disk, compared with the repository after all pushes",
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
    else process.stderr.write(`not right: ${JSON.stringify(job)}\n`);
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
  const child = spawn(process.execPath, [...nodeFlags, main, "serve", "--port", "0", "--data", data], {
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

interface Memory {
  /** Memory used by the service's own process. */
  readonly ownMb: number;
  /** Memory used by the service and all its child processes. */
  readonly allMb: number;
}

/** The peak of each, read five times per second. */
function watchMemory(child: ChildProcess): { peak(): Memory } {
  let peak: Memory = { ownMb: 0, allMb: 0 };
  const timer = setInterval(() => {
    const { ownMb, allMb } = residentMb(child.pid ?? 0);
    peak = { ownMb: Math.max(peak.ownMb, ownMb), allMb: Math.max(peak.allMb, allMb) };
  }, 200);
  child.once("exit", () => clearInterval(timer));
  return { peak: () => peak };
}

/** Pages that several processes share, such as those of the node binary, are divided between them (PSS). */
function residentMb(root: number): Memory {
  const parents = new Map<number, number>();
  for (const name of readdirSync("/proc").filter((entry) => /^\d+$/u.test(entry)))
    parents.set(Number(name), Number(/^PPid:\s+(\d+)/mu.exec(readProc(name, "status"))?.[1] ?? 0));
  const isBelow = (pid: number): boolean => pid === root || (pid > 1 && isBelow(parents.get(pid) ?? 0));
  const below = [...parents.keys()].filter(isBelow);
  return { ownMb: proportionalMb(root), allMb: below.reduce((sum, pid) => sum + proportionalMb(pid), 0) };
}

function proportionalMb(pid: number): number {
  return Number(/^Pss:\s+(\d+)/mu.exec(readProc(String(pid), "smaps_rollup"))?.[1] ?? 0) / 1024;
}

/** Empty if the process has exited in the meantime. */
function readProc(pid: string, file: string): string {
  try {
    return readFileSync(`/proc/${pid}/${file}`, "utf8");
  } catch {
    return "";
  }
}

function bytesBelow(folder: string, counts: (topName: string) => boolean): number {
  const entries = readdirSync(folder, { recursive: true, withFileTypes: true });
  return entries
    .filter((entry) => entry.isFile())
    .map((entry) => join(entry.parentPath, entry.name))
    .filter((path) => counts(path.slice(folder.length + 1)))
    .reduce((sum, path) => sum + statSync(path).size, 0);
}
