import type { Database } from "../db/index.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../std/clock.ts";
import type { Project, ProjectId } from "./project.ts";
import * as store from "./store.ts";

export interface Removal {
  /**
   * Immediately blocks all access to the project, whether by keys, URLs or roles. `sweep` deletes its data. Throws
   * `not_found`.
   */
  mark(id: ProjectId): Promise<void>;
  /** Deletes the data of marked projects. Concurrent calls run one after another. Safe to repeat after a crash. */
  sweep(): Promise<void>;
  /** Resolves when no sweep is running. */
  idle(): Promise<void>;
}

export interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Stops the project's work and deletes its data outside the projects' tables. Must be safe to repeat. */
  readonly clear: (project: Project) => Promise<void>;
}

export function createRemoval({ database, clock, clear }: RemovalDeps): Removal {
  let last: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    for (const project of await store.listRemoved(database.db)) {
      await clear(project);
      // The row marks the project as being removed. Delete the row last, so that the project is found again after a
      // crash.
      await database.transaction((tx) => store.deleteProject(tx, project.id));
    }
  }

  return {
    async mark(id) {
      const marked = await database.transaction((tx) => store.markRemoved(tx, id, clock.now()));
      if (!marked) throw new AppError("not_found", "Project not found. Check the project ID.");
    },
    sweep() {
      const own = last.then(sweep);
      last = own.catch(() => undefined);
      return own;
    },
    idle: () => last,
  };
}
