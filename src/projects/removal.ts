import type { Database } from "../db/index.ts";
import { AppError } from "../errors.ts";
import type { Clock } from "../std/clock.ts";
import type { Project, ProjectId } from "./project.ts";
import * as store from "./store.ts";

/** Deletes projects with everything that is kept of them. */
export interface Removal {
  /**
   * From here on there is no such project to anybody: its keys are dead, and so are its address and its people's
   * roles. `sweep` deletes what is left. `not_found` where there is none.
   */
  mark(id: ProjectId): Promise<void>;
  /** Deletes what is left of marked projects; callers at once wait for one another. Safe to do again after a crash. */
  sweep(): Promise<void>;
  /** Resolves once no sweep is under way. */
  idle(): Promise<void>;
}

export interface RemovalDeps {
  readonly database: Database;
  readonly clock: Clock;
  /** Ends its work and deletes what lies outside of the projects' own tables. It must be safe to do twice. */
  readonly clear: (project: Project) => Promise<void>;
}

export function createRemoval({ database, clock, clear }: RemovalDeps): Removal {
  let last: Promise<void> = Promise.resolve();

  async function sweep(): Promise<void> {
    for (const project of await store.listRemoved(database.db)) {
      await clear(project);
      // The row is the mark: it goes last, so that whatever a crash leaves behind is found again.
      await database.transaction((tx) => store.deleteProject(tx, project.id));
    }
  }

  return {
    async mark(id) {
      const marked = await database.transaction((tx) => store.markRemoved(tx, id, clock.now()));
      if (!marked) throw new AppError("not_found", "There is no such project. Check the project's id.");
    },
    sweep() {
      const own = last.then(sweep);
      last = own.catch(() => undefined);
      return own;
    },
    idle: () => last,
  };
}
