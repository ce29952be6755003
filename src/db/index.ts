export type { Database, Db, Tx } from "./database.ts";
export type { NewRow, Row, Schema } from "./schema.ts";
export { openSqlite } from "./sqlite.ts";
