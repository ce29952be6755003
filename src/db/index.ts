export { type Database, type Db, isStoreUnreachable, type Tx } from "./database.ts";
export { findLinkExpiryStart } from "./migrate.ts";
export { isBeingMoved, type MovedRows, moveRows, requireTarget } from "./move-store.ts";
export { openPostgres } from "./open-postgres.ts";
export { holdPeriodicLease } from "./periodic-lease.ts";
export { createReadCache } from "./read-cache.ts";
export type { NewRow, Row, Schema } from "./schema.ts";
export { openSettledTime, type SettledTime } from "./settled-time.ts";
export { openSqlite } from "./sqlite.ts";
