import type { Database, Tx } from "../db/index.ts";

/**
 * Runs a transaction that changes people, their roles or their links. Such changes are rare and depend on each other,
 * for example because there must always be an owner, so they run one after another.
 */
export function changePeople<T>(database: Database, work: (tx: Tx) => Promise<T>): Promise<T> {
  return database.transaction(work, { lock: "people" });
}
