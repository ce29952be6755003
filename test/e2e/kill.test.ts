import { describe, expect, it } from "vitest";
import { createRandom } from "../support/generated-site/random.ts";
import { assertRight, createWaitingJobs, killAtRandom, prepare, work } from "../support/kills.ts";
import { temporaryFolder } from "../support/repository.ts";

/** Two at a time: a case is mostly two processes that start one after the other. */
async function inPairs(cases: readonly (() => Promise<void>)[]): Promise<void> {
  const waiting = [...cases];
  const lane = async () => {
    for (let next = waiting.shift(); next !== undefined; next = waiting.shift()) await next();
  };
  await Promise.all([lane(), lane()]);
}

async function dieAndGoOn(fatalWrite: number): Promise<void> {
  using folder = temporaryFolder();
  const stopped = await prepare(folder.path);
  await createWaitingJobs(stopped, 1);
  expect(await work(stopped, fatalWrite)).toBeNull();
  await work(stopped);
  await assertRight(stopped);
}

describe("R65: SIGKILL", () => {
  it("right before each write of a job with a follow-up, after all that came before it, doubles and loses nothing", {
    timeout: 600_000,
  }, async () => {
    using folder = temporaryFolder();
    const stopped = await prepare(folder.path);
    await createWaitingJobs(stopped, 1);
    const writes = (await work(stopped)) ?? 0;
    await assertRight(stopped);
    expect(writes).toBeGreaterThan(10);
    // The last writes of that run may have been looks for more work, which a slower run makes fewer of.
    const points = Array.from({ length: writes - 3 }, (_, i) => i + 1);
    await inPairs(points.map((n) => () => dieAndGoOn(n)));
  });

  it("at random moments with several jobs at work doubles and loses nothing", {
    timeout: 300_000,
  }, async () => {
    using folder = temporaryFolder();
    const stopped = await prepare(folder.path);
    const random = createRandom(7);
    const jobs = await killAtRandom(stopped, 20, () => random.int(1e6) / 1e6);
    expect(jobs.length).toBeGreaterThanOrEqual(6);
  });
});
