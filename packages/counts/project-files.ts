import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { monthName, parseMonthName } from "./calendar.ts";

/** The locations of a project's files. Rejects IDs with other characters, since IDs become part of a path. */
export interface ProjectFiles {
  readonly folder: string;
  /** Names, clients, settings and erased visitors. */
  readonly project: string;
  readonly months: string;
  month(month: number): string;
  /** Months that have a file, ascending. */
  listMonths(): number[];
  /** All data derived from the events. */
  readonly derived: string;
  /** The names of `project` and `months` after the project was moved into a database. */
  readonly moved: { readonly project: string; readonly months: string };
}

export function projectFiles(root: string, projectId: string): ProjectFiles {
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(projectId)) throw new RangeError("The project ID is invalid.");
  const folder = join(root, projectId);
  const months = join(folder, "events");
  return {
    folder,
    project: join(folder, "project.sqlite"),
    months,
    month: (month) => join(months, `${monthName(month)}.sqlite`),
    listMonths() {
      if (!existsSync(months)) return [];
      return readdirSync(months)
        .flatMap((name) => (name.endsWith(".sqlite") ? (parseMonthName(name.slice(0, -7)) ?? []) : []))
        .sort((a, b) => a - b);
    },
    derived: join(folder, "derived"),
    moved: { project: join(folder, "project.sqlite.moved"), months: join(folder, "events.moved") },
  };
}

/** Creates a project's folders, readable only by their owner, because they show who visited which pages. */
export function createFolders(files: ProjectFiles): void {
  for (const folder of [files.folder, files.months, files.derived])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
}

/** Returns whether a folder of the embedded store contains a project's data. */
export function hasStoredEvents(root: string): boolean {
  return listProjects(root).length > 0;
}

/** The projects with a file, in the order of their IDs. */
export function listProjects(root: string): string[] {
  if (!existsSync(root)) return [];
  return readdirSync(root)
    .filter((name) => /^[A-Za-z0-9_-]{1,64}$/u.test(name) && existsSync(projectFiles(root, name).project))
    .sort();
}
