import { rmSync } from "node:fs";
import { CountsError } from "../errors.ts";
import { projectFiles } from "../project-files.ts";
import type { PageEvents } from "../visitor-counts.ts";
import type { CommitNotice } from "./commit-notice.ts";
import type { DeletedPage } from "./deleted-pages.ts";
import { openProjectEvents, type ProjectEvents } from "./project-events.ts";

/** Maximum number of projects with open files; the least recently used are closed. */
const openMax = 32;

/**
 * The only writer of events, for all projects. Every call is synchronous, and durable when it returns. On failure, the
 * project's data in memory is discarded and later reread from its files, and the caller gets `unavailable`.
 */
export interface EventWriter {
  write<Result>(projectId: string, nowMs: number, work: (events: ProjectEvents) => Result): Result;
  /** Erases a visitor in steps, so that events can be appended in between. Returns the number of erased events. */
  erase(projectId: string, nowMs: number, visitor: Uint8Array): Generator<void, number>;
  /** Resumes erasures and deletions that a crash interrupted. */
  resumeErasures(projectId: string, nowMs: number): Generator<void, void>;
  /** Deletes a page's events in steps, like `erase`. */
  deletePage(projectId: string, nowMs: number, page: PageEvents): Generator<void, number>;
  /** See `ProjectEvents`. */
  freeNames(projectId: string, nowMs: number, deletions: number): Generator<void, void>;
  remove(projectId: string): void;
  close(): void;
}

export function createEventWriter(options: {
  readonly root: string;
  /** Called after every commit, in order, before the caller gets its result. */
  readonly onCommit: (notice: CommitNotice) => void;
}): EventWriter {
  const open = new Map<string, ProjectEvents>();

  const close = (projectId: string) => {
    open.get(projectId)?.close();
    open.delete(projectId);
  };
  const use = (projectId: string, nowMs: number): ProjectEvents => {
    const project = open.get(projectId) ?? openProjectEvents({ ...options, projectId, nowMs });
    open.delete(projectId);
    open.set(projectId, project);
    for (const oldest of open.keys()) if (open.size > openMax) close(oldest);
    return project;
  };
  const write: EventWriter["write"] = (projectId, nowMs, work) => {
    try {
      return work(use(projectId, nowMs));
    } catch (error) {
      close(projectId);
      if (error instanceof CountsError || error instanceof RangeError) throw error;
      throw new CountsError(
        "unavailable",
        "Could not write to the event store. Try again in a few seconds.",
        {
          cause: error,
          fields: { retryAfterSeconds: 5 },
        },
      );
    }
  };
  function* eraseDays(projectId: string, nowMs: number, visitor: Uint8Array): Generator<void, number> {
    let erased = 0;
    for (const place of write(projectId, nowMs, (events) => events.listDays())) {
      erased += write(projectId, nowMs, (events) => events.eraseDay(place, visitor));
      yield;
    }
    write(projectId, nowMs, (events) => events.endErasure(visitor));
    return erased;
  }

  function* deleteDays(projectId: string, nowMs: number, page: DeletedPage): Generator<void, number> {
    let deleted = 0;
    for (const place of write(projectId, nowMs, (events) => events.listDays())) {
      deleted += write(projectId, nowMs, (events) => events.deleteDay(place, page));
      yield;
    }
    write(projectId, nowMs, (events) => events.endDeletion(page));
    return deleted;
  }

  return {
    write,
    *erase(projectId, nowMs, visitor) {
      write(projectId, nowMs, (events) => events.beginErasure(visitor));
      return yield* eraseDays(projectId, nowMs, visitor);
    },
    *resumeErasures(projectId, nowMs) {
      for (const visitor of write(projectId, nowMs, (events) => events.pendingErasures()))
        yield* eraseDays(projectId, nowMs, visitor);
      for (const page of write(projectId, nowMs, (events) => events.pendingDeletions()))
        yield* deleteDays(projectId, nowMs, page);
    },
    *deletePage(projectId, nowMs, page) {
      const deletion = write(projectId, nowMs, (events) => events.beginDeletion(page, nowMs));
      return deletion === null ? 0 : yield* deleteDays(projectId, nowMs, deletion);
    },
    *freeNames(projectId, nowMs, deletions) {
      const steps = write(projectId, nowMs, (events) => events.freeNames(deletions));
      while (write(projectId, nowMs, () => steps.next().done) !== true) yield;
    },
    remove(projectId) {
      close(projectId);
      rmSync(projectFiles(options.root, projectId).folder, { recursive: true, force: true });
      options.onCommit({ type: "unlinked", projectId });
    },
    close: () => [...open.keys()].forEach(close),
  };
}
