import { spawn } from "node:child_process";
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { describe, expect, it } from "vitest";
import { branchesOf, git, makeRepository, temporaryFolder } from "../support/repository.ts";
import { openApp } from "../support/service.ts";

const worker = new URL("../support/dying-worker.ts", import.meta.url).pathname;

const pages = {
  "docs.json": JSON.stringify({ name: "Acme", navigation: { pages: ["index", "guides/install"] } }, null, 2),
  "index.mdx": "---\ntitle: Acme Cloud\n---\n\nAcme Cloud is here. See [install](/guides/install).\n",
  "guides/install.mdx": "---\ntitle: Install\n---\n\nInstall Acme Cloud first.\n",
};

/** Runs the worker until it dies or has nothing left to do; answers its count of writes, null where it died. */
function work(data: string, when = "never", fatal = 0): Promise<number | null> {
  return new Promise((resolve, reject) => {
    const child = spawn(process.execPath, [worker, data, when, String(fatal)], {
      stdio: ["ignore", "pipe", "inherit"],
    });
    let text = "";
    child.stdout.on("data", (chunk) => {
      text += chunk;
    });
    child.once("error", reject);
    child.once("exit", (code, signal) => {
      if (signal === "SIGKILL") resolve(null);
      else if (code === 0) resolve(Number(text));
      else reject(new Error(`the worker ended with ${code}`));
    });
  });
}

async function prepare(folder: string) {
  const repository = makeRepository(join(folder, "docs.git"), pages);
  const app = await openApp(folder);
  const project = await app.addProject({ name: "Docs", repository }, "cli");
  const job = await app.jobs.create({ projectId: project.id, prompt: "rename Acme Cloud to Acme Platform" });
  await app.jobs.message(project.id, job.id, "move the page guides/install to guides/setup");
  await app.close();
  return { repository, data: join(folder, "data"), projectId: project.id, jobId: job.id };
}

async function assertRight(folder: string, prepared: Awaited<ReturnType<typeof prepare>>): Promise<void> {
  const { repository, projectId, jobId } = prepared;
  const app = await openApp(folder);
  try {
    const job = await app.jobs.find(projectId, jobId);
    expect(job).toMatchObject({
      status: "completed",
      failure: null,
      pullRequest: { number: 1, state: "open" },
    });
    const pullRequests = await app.database.db.selectFrom("local_pull_requests").selectAll().execute();
    expect(pullRequests).toHaveLength(1);
    expect(branchesOf(repository)).toEqual([job?.branch, "main"].sort());
    const branch = job?.branch ?? "";
    const turns = git(
      repository,
      "log",
      "--format=%(trailers:key=Docwright-Turn,valueonly,separator=)",
      `main..${branch}`,
    );
    expect(turns.split("\n")).toEqual(["2", "1"]);
    expect(git(repository, "show", `${branch}:guides/setup.mdx`)).toContain("Install Acme Platform first.");
    expect(git(repository, "ls-tree", "-r", "--name-only", branch).split("\n").sort()).toEqual(
      ["docs.json", "guides/setup.mdx", "index.mdx"].sort(),
    );
    const messages = await app.jobs.messages(projectId, jobId, { after: 0, limit: 100 });
    expect(messages.filter(({ role }) => role === "user").map(({ status }) => status)).toEqual([
      "done",
      "done",
    ]);
    expect(messages.filter(({ role }) => role === "agent")).toHaveLength(2);
  } finally {
    await app.close();
  }
  const stray = readdirSync(prepared.data, { recursive: true, encoding: "utf8" }).filter((path) =>
    /\.lock$|tmp_(?:pack|obj|idx)|fast_import_crash|incoming-/u.test(path),
  );
  expect(stray).toEqual([]);
}

/** Two at a time: a case is mostly two processes that start one after the other. */
async function inPairs(cases: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...cases];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all([lane(), lane()]);
}

async function dieAndGoOn(when: string, fatal: number): Promise<void> {
  using folder = temporaryFolder();
  const prepared = await prepare(folder.path);
  expect(await work(prepared.data, when, fatal)).toBeNull();
  await work(prepared.data);
  await assertRight(folder.path, prepared);
}

describe("R65: SIGKILL right before every write of a job with a follow-up, and so after all that came before it", () => {
  it("leaves one branch, one pull request, and no message lost or handled twice", {
    timeout: 600_000,
  }, async () => {
    using first = temporaryFolder();
    const prepared = await prepare(first.path);
    const writes = (await work(prepared.data)) ?? 0;
    await assertRight(first.path, prepared);
    expect(writes).toBeGreaterThan(10);
    const points = Array.from({ length: writes - 2 }, (_, i) => i + 1);
    await inPairs(points.map((n) => () => dieAndGoOn("before", n)));
  });

  it("also right after the write that ends the job", { timeout: 60_000 }, async () => {
    using folder = temporaryFolder();
    const prepared = await prepare(folder.path);
    await work(prepared.data);
    await work(prepared.data);
    await assertRight(folder.path, prepared);
  });
});
