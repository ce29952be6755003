import { existsSync, mkdirSync, readdirSync } from "node:fs";
import { join } from "node:path";
import { monthName, parseMonthName } from "./calendar.ts";

/** Where a project's files lie. Ids are ours, but a path is built of them: nothing else than id characters passes. */
export interface ProjectFiles {
  readonly folder: string;
  /** Names, clients, settings, the erased. */
  readonly project: string;
  readonly months: string;
  month(month: number): string;
  /** Months that have a file, ascending. */
  listMonths(): number[];
  /** All that is derived from the events. */
  readonly derived: string;
}

export function projectFiles(root: string, projectId: string): ProjectFiles {
  if (!/^[A-Za-z0-9_-]{1,64}$/u.test(projectId)) throw new RangeError("not a project id");
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
  };
}

/** Creates the folders of a project: nobody else on the machine may read who visited what. */
export function createFolders(files: ProjectFiles): void {
  for (const folder of [files.folder, files.months, files.derived])
    mkdirSync(folder, { recursive: true, mode: 0o700 });
}
