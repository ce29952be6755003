import { AppError } from "../errors.ts";
import type { Ingest } from "./ingest.ts";

/** Ingestion that can be ended for a project: a batch on its way must not write what has just been deleted. */
export function createStoppableIngest(take: Ingest): {
  readonly ingest: Ingest;
  /** Resolves once nothing of the project is on its way; what comes later is `not_found`. */
  end(projectId: string): Promise<void>;
} {
  const ended = new Set<string>();
  const underWay = new Map<string, Set<Promise<unknown>>>();
  return {
    async ingest(batch) {
      const { projectId } = batch;
      if (ended.has(projectId))
        throw new AppError("not_found", "There is no such project. Check the project's id.");
      const own = take(batch);
      const all = underWay.get(projectId) ?? new Set();
      underWay.set(projectId, all.add(own));
      try {
        return await own;
      } finally {
        all.delete(own);
        if (all.size === 0) underWay.delete(projectId);
      }
    },
    async end(projectId) {
      ended.add(projectId);
      await Promise.allSettled([...(underWay.get(projectId) ?? [])]);
    },
  };
}
