import { LRUCache } from "lru-cache";
import { type AddressBook, createFindKnownPage, type KnownPage } from "#site";
import { normalizePath } from "../analytics/index.ts";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ProjectId } from "../projects/index.ts";
import type { Clock } from "../std/clock.ts";
import * as store from "./store.ts";

export type FindKnownPage = (path: string) => KnownPage | null;

/** The addresses of projects' sites. A worker reads the repositories (`runner.ts`). */
export interface AddressBooks {
  /**
   * Returns a function that finds the page for a missing path; null until a worker has read the repository. Reports omit
   * `basePath` from paths (R55).
   */
  find(projectId: string, basePath: string): Promise<FindKnownPage | null>;
  /** Requests a new reading if the last one is older than `limits.opportunities.bookFreshMs`. */
  request(projectId: ProjectId): Promise<void>;
}

/** The runner listens on this channel, so that a repository is read as soon as somebody needs its addresses. */
export const addressBookChannel = "address-books";

export function createAddressBooks({
  database,
  clock,
}: {
  readonly database: Database;
  readonly clock: Pick<Clock, "now">;
}): AddressBooks {
  const { db } = database;
  const known = new LRUCache<string, { readonly version: string; readonly find: FindKnownPage }>({
    max: limits.opportunities.booksKept,
  });
  return {
    async find(projectId, basePath) {
      const state = await store.findBookState(db, projectId);
      if (state?.readAt == null) return null;
      const before = known.get(projectId);
      if (before?.version === JSON.stringify([state.version, basePath])) return before.find;
      const stored = await store.findBook(db, projectId);
      if (stored?.book == null) return null;
      const find = createFindKnownPage(JSON.parse(stored.book) as AddressBook, (address) =>
        normalizePath(address, basePath),
      );
      known.set(projectId, { version: JSON.stringify([stored.version, basePath]), find });
      return find;
    },
    async request(projectId) {
      const state = await store.findBookState(db, projectId);
      const now = clock.now();
      if (now - (state?.lookedAt ?? -Infinity) <= limits.opportunities.bookFreshMs) return;
      await store.requestBook(db, projectId, now);
      database.notify(addressBookChannel);
    },
  };
}
