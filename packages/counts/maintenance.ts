import { existsSync, readdirSync } from "node:fs";
import type { Clock, Thread } from "../runtime/index.ts";
import { dayOf } from "./calendar.ts";
import { limits } from "./limits.ts";
import { projectFiles } from "./project-files.ts";
import type { BuilderCalls } from "./threads/builder-thread.ts";
import type { ReaderCalls } from "./threads/reader-thread.ts";
import type { WriterCalls } from "./threads/writer-thread.ts";

/** Additional tasks of the next run for a project. */
export interface MaintenanceRequest {
  /** Repairs its changed days. */
  readonly repairsSoon?: boolean;
  /** Resumes an erasure or deletion that failed. */
  readonly resumes?: boolean;
}

/** Keeps the derived data up to date, one run at a time. */
export interface Maintenance {
  /** Marks a project as needing maintenance. */
  touch(projectId: string, request?: MaintenanceRequest): void;
  /** Processes every project and repairs all changed days. */
  runAll(): Promise<void>;
  /** Until aborted, regularly processes the touched projects and, after each day, all projects. */
  runRegularly(signal: AbortSignal): Promise<void>;
  /** Runs `work` while no other run is active. */
  exclusively(work: () => Promise<void>): Promise<void>;
  /** Resolves once no run is active. */
  idle(): Promise<void>;
}

export function createMaintenance(options: {
  readonly root: string;
  readonly clock: Clock;
  /** The builder thread lives only for one run, so that its memory is freed. */
  readonly startBuilder: () => Thread<BuilderCalls>;
  readonly threads: () => { readonly writer: Thread<WriterCalls>; readonly reader: Thread<ReaderCalls> };
  readonly onFailure: (cause: unknown) => void;
}): Maintenance {
  const { root, clock } = options;
  const touched = new Set<string>();
  const toRepair = new Set<string>();
  const toResume = new Set<string>();
  const sealableDay = () => dayOf(clock.now() - limits.sealAfterMs);
  let running: Promise<void> | null = null;
  let seenDay = -1;

  const listProjects = (): string[] =>
    readdirSync(root, { withFileTypes: true })
      .filter((entry) => entry.isDirectory() && existsSync(projectFiles(root, entry.name).project))
      .map(({ name }) => name);

  const request = (projectId: string, { repairsSoon = false, resumes = false }: MaintenanceRequest) => {
    if (repairsSoon) toRepair.add(projectId);
    if (resumes) toResume.add(projectId);
  };
  const maintainProject = async (
    projectId: string,
    builder: Thread<BuilderCalls>,
    { repairsNow, repairsSoon, resumes }: Required<MaintenanceRequest> & { readonly repairsNow: boolean },
  ): Promise<void> => {
    const { writer, reader } = options.threads();
    // A crash may have interrupted an erasure.
    if (seenDay < 0 || resumes) await writer.call("resumeErasures", [projectId, clock.now()]);
    const unused = await writer.call("unusedNames", [projectId, clock.now()]);
    const isNewDay = sealableDay() !== seenDay;
    const freesNames = unused !== null && (repairsNow || isNewDay || repairsSoon);
    const repairs = repairsNow || freesNames;
    for (let isDone = false; !isDone; ) {
      const step = await builder.call("maintain", [projectId, { nowMs: clock.now(), repairsNow: repairs }]);
      isDone = step.isDone;
      if (!step.isSwitched) continue;
      await reader.call("reload", [projectId]);
      await builder.call("sweep", [projectId]);
    }
    // After the repair, no sealed day refers to a name that no event uses.
    if (freesNames) await writer.call("freeNames", [projectId, unused, clock.now()]);
  };
  const maintain = async (projects: readonly string[], repairsNow: boolean): Promise<void> => {
    if (projects.length === 0) return;
    const builder = options.startBuilder();
    try {
      for (const projectId of projects) {
        // Requests that arrive from now on are for the next run.
        const requested = { repairsSoon: toRepair.delete(projectId), resumes: toResume.delete(projectId) };
        try {
          await maintainProject(projectId, builder, { repairsNow, ...requested });
        } catch (error) {
          request(projectId, requested);
          throw error;
        }
      }
    } finally {
      await builder.close();
    }
  };
  /** Waits for an active run first, because that run may already have passed the caller's project. */
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
    // A project may have been removed after it was touched.
    const due = day === seenDay ? projects.filter((project) => touched.has(project)) : projects;
    touched.clear();
    await maintain(due, false);
    seenDay = day;
  };

  return {
    touch(projectId, requested = {}) {
      touched.add(projectId);
      request(projectId, requested);
    },
    runAll: () => run(() => maintain(listProjects(), true)),
    async runRegularly(signal) {
      while (!signal.aborted) {
        try {
          await clock.sleep(limits.maintainEveryMs, signal);
          await run(runDue);
        } catch (error) {
          if (!signal.aborted) options.onFailure(error);
        }
      }
    },
    exclusively: run,
    async idle() {
      while (running !== null) await running;
    },
  };
}
