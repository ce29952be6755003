/** The public API of this package. */

export { type Clock, createSystemClock } from "./clock.ts";
export { createKeyedHash, type KeyedHash } from "./keyed-hash.ts";
export { limits as runtimeLimits } from "./limits.ts";
export { nextTurn } from "./next-turn.ts";
export { createRecentMap, type RecentMap } from "./recent-map.ts";
export { prepareSqliteFile } from "./sqlite-file.ts";
export { type Calls, Moved, serveThread, startThread, type Thread } from "./thread.ts";
export { within } from "./within.ts";
