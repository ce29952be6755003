import { join } from "node:path";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { chrome } from "../support/collect.ts";
import { cloneBeside, git, makeRepository, temporaryFolder } from "../support/repository.ts";
import { openService, type TestService } from "../support/service.ts";

const gptBot = "Mozilla/5.0 (compatible; GPTBot/1.3; +https://openai.com/gptbot)";
const gptAddress = "20.171.206.7";
const pages = ["alpha", "beta", "gamma", "delta"].map((name) => `guides/${name}-things`);
const files = {
  "docs.json": `${JSON.stringify({ name: "Docs", navigation: { pages: ["index", ...pages] } }, null, 2)}\n`,
  "index.mdx": "---\ntitle: Docs\n---\n\nWelcome.\n",
  ...Object.fromEntries(
    pages.map((page) => [`${page}.mdx`, `---\ntitle: ${page}\n---\n\nText of ${page}.\n`]),
  ),
};

const folder = temporaryFolder();
let service: TestService;

beforeAll(async () => {
  const repository = makeRepository(join(folder.path, "docs.git"), files);
  // Somebody renames the pages, without redirects.
  const work = cloneBeside(repository);
  for (const page of pages) git(work, "mv", `${page}.mdx`, `${page.replace("-things", "-topics")}.mdx`);
  git(work, "commit", "--quiet", "--all", "--message", "Rename the guides");
  git(work, "push", "--quiet");
  service = await openService(folder.path, repository);
});
afterAll(async () => {
  await service.close();
  folder[Symbol.dispose]();
});

interface Opportunity {
  readonly id: string;
  readonly status: string;
  readonly evidence: { readonly path: string };
  readonly jobId: string | null;
}

async function call(path: string, options: RequestInit = {}) {
  const answer = await fetch(`${service.url}${path.replace("PROJECT", service.projectId)}`, {
    ...options,
    headers: { authorization: `Bearer ${service.key}`, ...options.headers },
  });
  return { status: answer.status, json: (await answer.json()) as Record<string, unknown> };
}
const post = (path: string, body?: string) =>
  call(path, { method: "POST", ...(body === undefined ? {} : { body }) });
const list = async (status = "open") =>
  (await call(`/v1/analytics/PROJECT/opportunities?status=${status}`)).json as unknown as {
    readonly opportunities: readonly Opportunity[];
    readonly pending: boolean;
  };
const pathsOf = async (status?: string) =>
  (await list(status)).opportunities.map(({ evidence }) => evidence.path);
const find = async (path: string) => {
  for (const status of ["open", "in_progress", "done", "dismissed"])
    for (const own of (await list(status)).opportunities) if (own.evidence.path === path) return own;
  throw new Error(`There is no opportunity for ${path}.`);
};

/** A line of an access log in the combined format, from a moment ago. */
function line(ip: string, path: string, userAgent: string): string {
  const [, day, month, year, time] = new Date().toUTCString().split(/[ ,]+/u);
  return `${ip} - - [${day}/${month}/${year}:${time} +0000] "GET ${path} HTTP/1.1" 404 5 "https://forum.example/t" "${userAgent}"\n`;
}
const importLog = async (...lines: string[]) =>
  expect((await post("/v1/analytics/PROJECT/logs", lines.join(""))).status).toBe(200);
/** Imports requests for an address from this many people. */
const request = (path: string, people: number, from = 1) =>
  importLog(...Array.from({ length: people }, (_, i) => line(`203.0.113.${from + i}`, path, chrome)));

async function start(path: string): Promise<string> {
  const { id } = await find(path);
  const started = await post(`/v1/analytics/PROJECT/opportunities/${id}/job`);
  expect(started.status).toBe(201);
  const job = started.json.id as string;
  expect((await service.untilDone(job as never)).pullRequest?.state).toBe("open");
  return job;
}
const close = (job: string) => post(`/v2/agent/PROJECT/job/${job}/pull-request/close`);

describe("opportunities (R74)", () => {
  it("R74: missing addresses of a renamed page lead to a redirect, and merging it ends the opportunity", async () => {
    const [old, renamed] = ["/guides/alpha-things", "/guides/alpha-topics"];
    await importLog(
      line("203.0.113.1", old, chrome),
      line("203.0.113.2", `${old}.html`, chrome),
      line(gptAddress, old, gptBot),
      line("203.0.113.1", "/guides/invented-things", chrome),
    );
    await expect.poll(async () => (await list()).pending, { timeout: 30_000 }).toBe(false);
    const referrers = [{ referrer: "forum.example", human: 2, ai: 1, total: 3 }];
    const missing = await call("/v1/analytics/PROJECT/missing");
    expect(missing.json).toMatchObject({
      totals: { human: 2, ai: 1, total: 3 },
      missing: [
        { path: old, human: 2, ai: 1, total: 3, referrers, suggestion: { path: renamed, reason: "renamed" } },
        { path: "/guides/invented-things", total: 1, suggestion: null },
      ],
    });
    const open = await list();
    const { id } = await find(old);
    expect(open).toEqual({
      opportunities: [
        {
          ...{ id, kind: "redirect", status: "open", jobId: null },
          title: `Add a redirect from ${old} to ${renamed}`,
          instruction: `Add a redirect from ${old} to ${renamed}`,
          ...{ needsModel: false, people: 2, agents: 1, total: 3 },
          evidence: { path: old, suggestion: { path: renamed, reason: "renamed" }, referrers },
        },
      ],
      hasMore: false,
      pending: false,
    });

    const job = await start(old);
    expect([await pathsOf(), await pathsOf("in_progress")]).toEqual([[], [old]]);
    expect(await find(old)).toMatchObject({ id, status: "in_progress", jobId: job });
    for (const action of ["job", "dismiss"])
      expect((await post(`/v1/analytics/PROJECT/opportunities/${id}/${action}`)).status).toBe(409);
    expect((await post(`/v2/agent/PROJECT/job/${job}/pull-request/merge`)).status).toBe(200);
    const merged = git(join(folder.path, "docs.git"), "show", "main:docs.json");
    expect(JSON.parse(merged).redirects).toEqual([{ source: old, destination: renamed }]);
    await request(old, 9, 10);
    expect([await pathsOf(), await pathsOf("done")]).toEqual([[], [old]]);
  });

  it("R74: closing the pull request reopens an opportunity once", async () => {
    const old = "/guides/beta-things";
    await request(old, 1);
    await close(await start(old));
    expect(await pathsOf()).toEqual([old]);
    await close(await start(old));
    expect([await pathsOf(), await pathsOf("dismissed")]).toEqual([[], [old]]);
  });

  it("R74: a job that somebody else started covers an opportunity until its pull request is closed", async () => {
    const old = "/guides/gamma-things";
    await request(old, 1);
    const job = await service.run(`Please add a redirect from ${old} to /guides/gamma-topics.`);
    expect(job.pullRequest?.state).toBe("open");
    expect(await find(old)).toMatchObject({ status: "in_progress", jobId: job.id });
    await close(job.id);
    expect(await pathsOf()).toEqual([old]);
    const { id } = await find(old);
    await post(`/v1/analytics/PROJECT/opportunities/${id}/dismiss`);
  });

  it("R74: a dismissed opportunity returns when its evidence has doubled", async () => {
    const old = "/guides/delta-things";
    await request(old, 2);
    const { id } = await find(old);
    const dismiss = () => post(`/v1/analytics/PROJECT/opportunities/${id}/dismiss`);
    for (const answer of [await dismiss(), await dismiss()])
      expect(answer).toMatchObject({ status: 200, json: { id, status: "dismissed" } });
    await request(old, 3);
    expect(await pathsOf()).toEqual([]);
    await request(old, 4);
    expect(await pathsOf()).toEqual([old]);
  });

  it("R74: a restored opportunity is open again, and keeps the number of its closed pull requests", async () => {
    const [old, closed] = ["/guides/delta-things", "/guides/beta-things"];
    for (const path of [old, closed]) {
      const { id, status } = await find(path);
      if (status === "open") await post(`/v1/analytics/PROJECT/opportunities/${id}/dismiss`);
      const restore = () => post(`/v1/analytics/PROJECT/opportunities/${id}/restore`);
      for (const answer of [await restore(), await restore()])
        expect(answer).toMatchObject({ status: 200, json: { id, status: "open", jobId: null } });
      expect((await find(path)).status).toBe("open");
    }
    expect(await pathsOf("open,dismissed")).toEqual([old, closed, "/guides/gamma-things"]);
    // Two pull requests for this opportunity were closed before it was restored.
    await close(await start(closed));
    expect((await find(closed)).status).toBe("dismissed");
    const { id } = await find("/guides/alpha-things");
    expect((await post(`/v1/analytics/PROJECT/opportunities/${id}/restore`)).status).toBe(409);
  });

  it("R74: unknown opportunities are not found", async () => {
    for (const action of ["job", "dismiss", "restore"])
      expect((await post(`/v1/analytics/PROJECT/opportunities/opp_none/${action}`)).status).toBe(404);
    expect((await call("/v1/analytics/PROJECT/opportunities?status=x")).status).toBe(400);
  });
});
