import { mkdirSync, mkdtempSync, rmSync, writeFileSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterEach, beforeEach, expect, test } from "vitest";
import { createMaintenance } from "./maintenance.ts";
import { projectFiles } from "./project-files.ts";

let root: string;
beforeEach(() => {
  root = mkdtempSync(join(tmpdir(), "docwright-maintenance-"));
  const files = projectFiles(root, "prj_a");
  mkdirSync(files.folder, { recursive: true });
  writeFileSync(files.project, "");
});
afterEach(() => rmSync(root, { recursive: true }));

/**
 * Runs maintenance once per `tick`. `handle` receives the name of every call to a thread, and returns the call's
 * result.
 */
function start(handle: (name: string) => unknown) {
  const calls: string[] = [];
  const call = async (name: string) => {
    calls.push(name);
    return handle(name) ?? (name === "maintain" ? { isDone: true, isSwitched: false } : null);
  };
  const thread = { call, close: async () => {} } as never;
  const failures: unknown[] = [];
  let next = Promise.withResolvers<void>();
  let asleep = Promise.withResolvers<void>();
  const closing = new AbortController();
  const maintenance = createMaintenance({
    root,
    clock: {
      now: () => Date.UTC(2026, 2, 1, 12),
      async sleep() {
        asleep.resolve();
        await next.promise;
      },
    },
    startBuilder: () => thread,
    threads: () => ({ writer: thread, reader: thread }),
    onFailure: (cause) => failures.push(cause),
  });
  const done = maintenance.runRegularly(closing.signal);
  return {
    maintenance,
    failures,
    /** Returns the calls of one run. */
    async tick(): Promise<string[]> {
      await asleep.promise;
      calls.length = 0;
      asleep = Promise.withResolvers();
      const { resolve } = next;
      next = Promise.withResolvers();
      resolve();
      await asleep.promise;
      return [...calls];
    },
    async close() {
      closing.abort();
      next.resolve();
      await done;
    },
  };
}

test("a request to repair soon that arrives during a run is served by the next run", async () => {
  let isDeleting = false;
  const { maintenance, tick, close } = start((name) => {
    if (name === "unusedNames") return 7;
    if (name !== "maintain" || !isDeleting) return undefined;
    isDeleting = false;
    maintenance.touch("prj_a", { repairsSoon: true });
    return undefined;
  });
  await tick();
  maintenance.touch("prj_a");
  isDeleting = true;
  expect(await tick()).not.toContain("freeNames");
  expect(await tick()).toContain("freeNames");
  maintenance.touch("prj_a");
  expect(await tick()).not.toContain("freeNames");
  await close();
});

test("a deletion that failed is resumed by the next run, and again if that fails", async () => {
  let isBroken = false;
  const { maintenance, tick, failures, close } = start((name) => {
    if (isBroken && name === "resumeErasures") throw new Error("The disk is full.");
  });
  expect(await tick()).toContain("resumeErasures");
  maintenance.touch("prj_a");
  expect(await tick()).not.toContain("resumeErasures");
  maintenance.touch("prj_a", { repairsSoon: true, resumes: true });
  isBroken = true;
  expect(await tick()).toEqual(["resumeErasures"]);
  expect(failures).toHaveLength(1);
  isBroken = false;
  maintenance.touch("prj_a");
  expect(await tick()).toContain("resumeErasures");
  maintenance.touch("prj_a");
  expect(await tick()).not.toContain("resumeErasures");
  await close();
});
