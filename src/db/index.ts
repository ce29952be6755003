export type { Database, Db, Tx } from "./database.ts";
export { findLinkExpiryStart } from "./migrate.ts";
export { createReadCache } from "./read-cache.ts";
export type { NewRow, Row, Schema } from "./schema.ts";
export { openSettledTime, type SettledTime } from "./settled-time.ts";
export { openSqlite } from "./sqlite.ts";
