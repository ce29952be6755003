import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Database, openSqlite } from "../db/index.ts";
import { TurnError } from "../errors.ts";
import { limits } from "../limits.ts";
import { createLog } from "../observe/index.ts";
import { createProjects, type Project } from "../projects/index.ts";
import { type Clock, createManualClock, createSystemClock } from "../std/clock.ts";
import { createJobs } from "./create-jobs.ts";
import type { Jobs } from "./jobs.ts";
import { createRunner, type RunnerOptions, type RunTurn } from "./runner.ts";

let database: Database;
let project: Project;
const nothing = { answer: "", commit: null };

beforeEach(async () => {
  database = await openSqlite(":memory:");
  const projects = createProjects({ database, clock: createSystemClock() });
  project = await projects.create({ name: "Docs", repositoryUrl: "file:///srv/docs.git" });
});
afterEach(() => database.close());

function runnerOf(clock: Clock, workerId: string, runTurn: RunTurn, sweeps: RunnerOptions["sweeps"] = {}) {
  return createRunner({
    database,
    clock,
    workerId,
    runTurn,
    turnsAtOnce: 4,
    log: createLog({ level: "silent", clock }),
    runHostAction: async () => null,
    sweeps,
  });
}

function jobsOf(clock: Clock): Jobs {
  return createJobs({
    database,
    clock,
    projects: createProjects({ database, clock }),
    model: "builtin/editor",
  });
}

async function untilNoneIsActive(): Promise<void> {
  const active = () =>
    database.db.selectFrom("jobs").select("id").where("status", "=", "active").executeTakeFirst();
  while ((await active()) !== undefined) await new Promise((resolve) => setImmediate(resolve));
}

describe("two workers on one store", () => {
  it("never run one job at the same time, and process each message once", async () => {
    const clock = createSystemClock();
    const jobs = jobsOf(clock);
    const running = new Set<string>();
    const handled: string[] = [];
    const workers = new Set<string>();
    const runTurn =
      (worker: string): RunTurn =>
      async ({ job, message }, record) => {
        expect(running.has(job.id)).toBe(false);
        running.add(job.id);
        workers.add(worker);
        for (let i = 0; i < 5; i++) await new Promise((resolve) => setImmediate(resolve));
        handled.push(`${job.id} ${message.seq}`);
        running.delete(job.id);
        await record.complete(nothing);
      };
    const expected: string[] = [];
    for (let i = 0; i < 20; i++) {
      const job = await jobs.create({ projectId: project.id, prompt: "one" });
      for (const prompt of ["two", "three"]) await jobs.message(project.id, job.id, prompt);
      expected.push(`${job.id} 1`, `${job.id} 2`, `${job.id} 3`);
    }
    const runners = ["a", "b"].map((worker) => runnerOf(clock, worker, runTurn(worker)));
    for (const runner of runners) runner.start();
    await untilNoneIsActive();
    await Promise.all(runners.map((runner) => runner.stop()));
    expect(handled.sort()).toEqual(expected.sort());
    expect(workers.size).toBe(2);
  });
});

describe("a turn that throws", () => {
  it.each([
    [new TurnError("model_error", "No answer."), { code: "model_error", message: "No answer." }],
    [new Error("a secret of ours"), { code: "internal" }],
  ])("fails the job without revealing internal details", async (thrown, failure) => {
    const clock = createSystemClock();
    const job = await jobsOf(clock).create({ projectId: project.id, prompt: "one" });
    const runner = runnerOf(clock, "a", async () => {
      throw thrown;
    });
    runner.start();
    await untilNoneIsActive();
    await runner.stop();
    const ended = await jobsOf(clock).find(project.id, job.id);
    expect(ended).toMatchObject({ status: "failed", failure });
    expect(ended?.failure?.message).not.toContain("secret");
  });
});

describe("a turn that kills its worker", () => {
  it("fails only after many claims and a long time without progress", async () => {
    const clock = createManualClock(Date.UTC(2026, 0, 1));
    const job = await jobsOf(clock).create({ projectId: project.id, prompt: "one" });
    let runs = 0;
    const die: RunTurn = async (_turn, _record, signal) => {
      runs++;
      await new Promise((resolve) => signal.addEventListener("abort", resolve, { once: true }));
      signal.throwIfAborted();
    };
    const find = () => jobsOf(clock).find(project.id, job.id);
    for (let i = 0; i < 200 && (await find())?.status === "active"; i++) {
      const before = runs;
      const runner = runnerOf(clock, `w${i}`, die);
      runner.start();
      while (runs === before && (await find())?.status === "active")
        await new Promise((resolve) => setImmediate(resolve));
      // As after a kill: nobody releases the turn, and its lease lapses.
      await database.db
        .updateTable("turns")
        .set({ lease_until: 0 })
        .where("status", "=", "running")
        .execute();
      await database.db
        .updateTable("turns")
        .set((eb) => ({ lease_token: eb("lease_token", "+", 1) }))
        .where("status", "=", "running")
        .execute();
      await runner.stop();
      clock.advance(limits.runner.leaseMs + 1);
    }
    expect(await find()).toMatchObject({ status: "failed", failure: { code: "internal" } });
    expect(runs).toBeGreaterThan(limits.runner.fruitlessClaimsMax);
    expect((runs + 1) * (limits.runner.leaseMs + 1)).toBeGreaterThan(limits.runner.fruitlessMs);
  });
});

describe("periodic work", () => {
  it("continues with its other parts if one fails", async () => {
    const clock = createSystemClock();
    const swept = Promise.withResolvers<void>();
    const runner = runnerOf(clock, "a", async () => undefined, {
      broken: async () => {
        throw new Error("it always fails");
      },
      whole: async () => swept.resolve(),
    });
    runner.start();
    await swept.promise;
    await runner.stop();
  });
});
