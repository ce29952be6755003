import type { AddressBook } from "#site";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { Log } from "../observe/index.ts";
import type { Project, ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import { createLoop, type Loop } from "../std/loop.ts";
import { addressBookChannel } from "./address-books.ts";
import * as store from "./store.ts";

/**
 * Reads the addresses of a project's site. The book is null if its version is still `since`. `refused` is
 * the human-readable reason if the repository can't be read.
 */
export type ReadAddresses = (
  at: { readonly project: Project; readonly since: string | null },
  signal: AbortSignal,
) => Promise<{ readonly version: string; readonly book: AddressBook | null } | { readonly refused: string }>;

export interface AddressBookRunner extends Pick<Loop, "start" | "stop"> {
  /** Reads every book that is due. */
  tick(signal: AbortSignal): Promise<void>;
}

export function createAddressBookRunner({
  database,
  clock,
  log,
  findProject,
  readAddresses,
}: {
  readonly database: Database;
  readonly clock: Clock;
  readonly log: Log;
  readonly findProject: (id: ProjectId) => Promise<Project | null>;
  readonly readAddresses: ReadAddresses;
}): AddressBookRunner {
  const { db } = database;

  /** Returns false if no book is due. */
  async function readNext(signal: AbortSignal): Promise<boolean> {
    const { readMs, readEveryMs } = limits.opportunities;
    const now = clock.now();
    const due = await store.claimBook(db, { now, until: now + readMs });
    if (due === null) return false;
    const project = await findProject(due.projectId);
    if (project === null) return true;
    const read = await readAddresses({ project, since: due.version }, signal);
    const done = { look_at: clock.now() + readEveryMs, read_at: clock.now() };
    if ("refused" in read)
      await store.writeBook(db, project.id, { look_at: done.look_at, problem: read.refused });
    else if (read.book === null) await store.writeBook(db, project.id, { ...done, problem: null });
    else
      await store.writeBook(db, project.id, {
        ...{ ...done, problem: null, version: read.version },
        book: JSON.stringify(read.book),
      });
    return true;
  }

  async function tick(signal: AbortSignal): Promise<void> {
    while (!signal.aborted && (await readNext(signal)));
  }

  const { start, stop } = createLoop(clock, [
    {
      run: (signal) => tick(signal).then(() => false),
      everyMs: limits.opportunities.pollMs,
      listen: (wake) => database.listen(addressBookChannel, wake),
      onFailure: (error) => log.error({ error }, "could not read the addresses of a site"),
    },
  ]);
  return { start, stop, tick };
}
