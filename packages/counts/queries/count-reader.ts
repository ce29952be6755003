import type { CommitNotice } from "../events/commit-notice.ts";
import { openProjectCounts, type ProjectCounts } from "./project-counts.ts";

/** Maximum number of open projects; the least recently used are closed. */
const openMax = 32;

/** Answers queries about all projects. It is synchronous and owned by one thread. */
export interface CountReader {
  use(projectId: string): ProjectCounts;
  /** Applies a change that the writer committed. */
  take(notice: CommitNotice): void;
  close(): void;
}

export function createCountReader(root: string, waitForNotices: () => void): CountReader {
  const open = new Map<string, ProjectCounts>();
  const close = (projectId: string) => {
    open.get(projectId)?.close();
    open.delete(projectId);
  };
  return {
    use(projectId) {
      const project = open.get(projectId) ?? openProjectCounts(root, projectId, waitForNotices);
      open.delete(projectId);
      open.set(projectId, project);
      for (const oldest of open.keys()) if (open.size > openMax) close(oldest);
      return project;
    },
    take(notice) {
      // The project's files have been replaced or deleted.
      if (notice.type === "unlinked") close(notice.projectId);
      else open.get(notice.projectId)?.take(notice);
    },
    close: () => [...open.keys()].forEach(close),
  };
}
