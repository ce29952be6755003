import { LRUCache } from "lru-cache";
import { limits } from "../limits.ts";
import type { Sha } from "./files.ts";

/**
 * Bytes of files, across all mirrors; keys begin with the mirror's, so that no project reads what another one's
 * repository holds. `null` remembers a blob that is too large to read.
 */
export type BlobCache = LRUCache<string, { readonly bytes: Uint8Array | null }>;

export function createBlobCache(): BlobCache {
  return new LRUCache({
    maxSize: limits.workspace.blobCacheBytesMax,
    // What an entry takes beside its bytes.
    sizeCalculation: ({ bytes }) => (bytes?.byteLength ?? 0) + 200,
  });
}

interface BlobReaderOptions {
  readonly cache: BlobCache;
  readonly key: string;
  /** Throws `damaged` where one is missing; null for one that is too large. */
  readObjects(ids: readonly Sha[]): Promise<ReadonlyMap<Sha, Uint8Array | null>>;
}

/** One round trip for all that is not cached. */
export async function readBlobs(
  ids: readonly Sha[],
  { cache, key, readObjects }: BlobReaderOptions,
): Promise<ReadonlyMap<Sha, Uint8Array>> {
  const found = new Map<Sha, Uint8Array>();
  const unknown: Sha[] = [];
  for (const id of ids) {
    const cached = cache.get(key + id);
    if (cached === undefined) unknown.push(id);
    else if (cached.bytes !== null) found.set(id, cached.bytes);
  }
  if (unknown.length === 0) return found;
  for (const [id, bytes] of await readObjects(unknown)) {
    cache.set(key + id, { bytes });
    if (bytes !== null) found.set(id, bytes);
  }
  return found;
}
