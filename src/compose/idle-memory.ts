import type { PageCache } from "#site";

/**
 * Creates a periodic task that frees the memory of parsed pages if no turn is running, and none was running when the
 * task last ran.
 */
export function createIdleMemory(o: {
  cache: Pick<PageCache, "release">;
  running(): number;
}): () => Promise<void> {
  let wasIdle = false;
  return async () => {
    const isIdle = o.running() === 0;
    if (isIdle && wasIdle) o.cache.release();
    wasIdle = isIdle;
  };
}
