import { sql } from "kysely";
import { expect, it } from "vitest";
import { openSqlite } from "./sqlite.ts";

it("a transaction on a full disk reports the cause and leaves the store unchanged", async () => {
  const database = await openSqlite(":memory:");
  const pages = (max: number) => sql`pragma max_page_count = ${sql.lit(max)}`.execute(database.db);
  const write = () =>
    database.transaction((tx) => sql`create table filler as select zeroblob(1000000) as bytes`.execute(tx));
  await pages(1);
  await expect(write()).rejects.toMatchObject({
    code: "unavailable",
    cause: expect.objectContaining({ code: "SQLITE_FULL" }) as Error,
  });
  await pages(1_000_000);
  await write();
  await database.close();
});

it("reports whether the store is writable and, if not, what to do, without leaving anything behind", async () => {
  const database = await openSqlite(":memory:");
  const queryOnly = (is: "on" | "off") => sql.raw(`pragma query_only = ${is}`).execute(database.db);
  const tables = () => sql`select count(*) as n from sqlite_master`.execute(database.db);
  const before = await tables();
  await database.checkWritable();
  await queryOnly("on");
  await expect(database.checkWritable()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/Could not write to the control store: .* read-only\. Make it writable/u),
  });
  await queryOnly("off");
  await database.checkWritable();
  expect((await tables()).rows).toEqual(before.rows);
  await database.close();
});
