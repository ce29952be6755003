import { LRUCache } from "lru-cache";
import { limits } from "../limits.ts";
import type { Database } from "./database.ts";

/**
 * Returns the result of `read` for this key, or its previous result if nothing has been written to the store since.
 * Null results aren't cached. Results are shared, so callers must not change them.
 */
export type CachedRead<Value> = (key: string, read: () => Promise<Value | null>) => Promise<Value | null>;

/** Creates a cache for reads that polling clients repeat. `mayExist` returns false for keys that need no lookup. */
export function createReadCache<Value extends object>(
  database: Pick<Database, "version">,
  mayExist: (key: string) => boolean = () => true,
): CachedRead<Value> {
  const entries = new LRUCache<string, { version: number; value: Value }>({
    max: limits.store.rememberedReadsMax,
  });
  return async (key, read) => {
    const known = entries.get(key);
    if (known === undefined && !mayExist(key)) return null;
    // Get the version before reading: a write during the read makes the result stale.
    const version = database.version();
    if (version === null) return read();
    if (known?.version === version) return known.value;
    const value = await read();
    if (value === null) entries.delete(key);
    else entries.set(key, { version, value });
    return value;
  };
}
