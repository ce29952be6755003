/** The public API of this package. */

export { createBoundedQueue } from "./bounded-queue.ts";
export { type Clock, createSystemClock } from "./clock.ts";
export { forEachConcurrently, runConcurrently } from "./concurrency.ts";
export { createKeyedHash, type KeyedHash } from "./keyed-hash.ts";
export { limits as runtimeLimits } from "./limits.ts";
export { createLoop, type Loop, type LoopWork } from "./loop.ts";
export { createMutex } from "./mutex.ts";
export { nextTurn } from "./next-turn.ts";
export { createRecentMap, type RecentMap } from "./recent-map.ts";
export { prepareSqliteFile } from "./sqlite-file.ts";
export { type Calls, Moved, serveThread, startThread, type Thread } from "./thread.ts";
export { within } from "./within.ts";
