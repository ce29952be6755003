import { setImmediate as afterThisTurn } from "node:timers/promises";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ApiKey, ApiKeyId } from "./api-key.ts";
import { setLastUsed } from "./store.ts";

/**
 * Records when keys were last used, at most once per minute for each key, without delaying requests: uses are collected
 * and written in one transaction when the event loop is free.
 */
export function createLastUse(database: Database) {
  const waiting = new Map<ApiKeyId, number>();
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.size > 0) {
      await afterThisTurn(undefined, { ref: false });
      // The order is the same in all processes, so that they can't deadlock.
      const uses = [...waiting].sort(([a], [b]) => (a < b ? -1 : 1));
      try {
        await database.transaction(async (tx) => {
          for (const [id, usedAt] of uses) await setLastUsed(tx, id, usedAt);
        });
      } catch {
        // The database is busy or closing. The key's next use will be written instead; requests must not fail.
      }
      for (const [id] of uses) waiting.delete(id);
    }
    writing = false;
  }

  return {
    record(key: ApiKey, now: number): void {
      const due = key.lastUsedAt === null || now - key.lastUsedAt >= limits.keys.lastUsedEveryMs;
      if (!due || waiting.has(key.id)) return;
      waiting.set(key.id, now);
      if (!writing) void writeAll();
    },
  };
}
