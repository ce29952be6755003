import { setImmediate as afterThisTurn } from "node:timers/promises";
import type { Database } from "../db/index.ts";
import { limits } from "../limits.ts";
import type { ApiKey, ApiKeyId } from "./api-key.ts";
import { setLastUsed } from "./store.ts";

/**
 * Writes down when keys were last used, at most once a minute a key, and never on a request's own path: uses are
 * gathered and written in one transaction once the event loop is free.
 */
export function createLastUse(database: Database) {
  const waiting = new Map<ApiKeyId, number>();
  let writing = false;

  async function writeAll(): Promise<void> {
    writing = true;
    while (waiting.size > 0) {
      await afterThisTurn(undefined, { ref: false });
      const uses = [...waiting];
      try {
        await database.transaction(async (tx) => {
          for (const [id, usedAt] of uses) await setLastUsed(tx, id, usedAt);
        });
      } catch {
        // A store that is busy or closing: the key's next use is written instead, and no request suffers from it.
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
