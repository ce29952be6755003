import { existsSync, readdirSync } from "node:fs";
import { dayOf } from "./calendar.ts";
import type { Clock } from "./clock.ts";
import { limits } from "./limits.ts";
import { projectFiles } from "./project-files.ts";
import type { BuilderCalls } from "./threads/builder-thread.ts";
import type { ReaderCalls } from "./threads/reader-thread.ts";
import type { Thread } from "./threads/thread.ts";
import type { WriterCalls } from "./threads/writer-thread.ts";

/** Keeps what is derived of the events up to date, one run at a time. */
export interface Maintenance {
  /** Notes that there is something to do for a project. */
  touch(projectId: string): void;
  /** Runs over every project, and repairs whatever has changed. */
  runAll(): Promise<void>;
  /** Runs now and then over the projects that were touched, and over all once a day is over, until it is aborted. */
  runOnAndOn(signal: AbortSignal): Promise<void>;
  /** Does this while no run is under way. */
  alone(work: () => Promise<void>): Promise<void>;
  /** Resolves once no run is under way. */
  idle(): Promise<void>;
}

export function createMaintenance(options: {
  readonly root: string;
  readonly clock: Clock;
  /** The thread that builds lives as long as a run: what it took goes with it. */
  readonly startBuilder: () => Thread<BuilderCalls>;
  readonly threads: () => { readonly writer: Thread<WriterCalls>; readonly reader: Thread<ReaderCalls> };
  readonly onFailure: (cause: unknown) => void;
}): Maintenance {
  const { root, clock } = options;
  const touched = new Set<string>();
  const sealableDay = () => dayOf(clock.now() - limits.sealAfterMs);
  let running: Promise<void> | null = null;
  let seenDay = -1;

  const listProjects = (): string[] =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(projectFiles(root, entry.name).project))
      .map(({ name }) => name);

  const maintain = async (projects: readonly string[], repairsNow: boolean): Promise<void> => {
    if (projects.length === 0) return;
    const builder = options.startBuilder();
    try {
      for (const projectId of projects) {
        const { writer, reader } = options.threads();
        // A crash may have cut an erasure short.
        if (seenDay < 0) await writer.call("resumeErasures", [projectId, clock.now()]);
        for (let isDone = false; !isDone; ) {
          const step = await builder.call("maintain", [projectId, { nowMs: clock.now(), repairsNow }]);
          isDone = step.isDone;
          if (!step.isSwitched) continue;
          await reader.call("reload", [projectId]);
          await builder.call("sweep", [projectId]);
        }
      }
    } finally {
      await builder.close();
    }
  };
  /** A run that is under way may have passed what the caller means: it is waited for. */
  const run = async (work: () => Promise<void>): Promise<void> => {
    while (running !== null) await running;
    const own = work();
    running = own.then(
      () => undefined,
      () => undefined,
    );
    try {
      await own;
    } finally {
      running = null;
    }
  };
  const runDue = async (): Promise<void> => {
    const day = sealableDay();
    const projects = listProjects();
    // A project may have been removed since it was touched.
    const due = day === seenDay ? projects.filter((project) => touched.has(project)) : projects;
    touched.clear();
    await maintain(due, false);
    seenDay = day;
  };

  return {
    touch: (projectId) => void touched.add(projectId),
    runAll: () => run(() => maintain(listProjects(), true)),
    async runOnAndOn(signal) {
      while (!signal.aborted) {
        try {
          await clock.sleep(limits.maintainEveryMs, signal);
          await run(runDue);
        } catch (error) {
          if (!signal.aborted) options.onFailure(error);
        }
      }
    },
    alone: run,
    async idle() {
      while (running !== null) await running;
    },
  };
}
