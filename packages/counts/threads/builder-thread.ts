import { parentPort, workerData } from "node:worker_threads";
import { serveThread } from "../../runtime/index.ts";
import { type Maintenance, maintainProject } from "../derived/maintain-project.ts";
import { readManifest, sweepFolder } from "../derived/manifest.ts";
import { CountsError } from "../errors.ts";
import { projectFiles } from "../project-files.ts";

/** The startup data for the builder thread. */
export interface BuilderData {
  readonly root: string;
}

const { root } = workerData as BuilderData;

const handlers = {
  maintain: (projectId: string, maintenance: Maintenance) => maintainProject(root, projectId, maintenance),
  /** Call this only after the reader has switched to the newest manifest. */
  sweep(projectId: string) {
    const { derived } = projectFiles(root, projectId);
    sweepFolder(derived, readManifest(derived));
  },
  close: () => undefined,
};

export type BuilderCalls = typeof handlers;

if (parentPort !== null) serveThread(parentPort, handlers, CountsError);
