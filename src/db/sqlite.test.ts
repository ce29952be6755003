import { sql } from "kysely";
import { expect, it } from "vitest";
import { openSqlite } from "./sqlite.ts";

it("a transaction for which the disk has no room is told as such, and leaves the store as it was", async () => {
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

it("tells whether it can be written to, with what to do where it cannot, and keeps nothing of the look", async () => {
  const database = await openSqlite(":memory:");
  const queryOnly = (is: "on" | "off") => sql.raw(`pragma query_only = ${is}`).execute(database.db);
  const tables = () => sql`select count(*) as n from sqlite_master`.execute(database.db);
  const before = await tables();
  await database.checkWritable();
  await queryOnly("on");
  await expect(database.checkWritable()).rejects.toMatchObject({
    code: "unavailable",
    message: expect.stringMatching(/cannot be written to: .* read-only\. Let the service write/u),
  });
  await queryOnly("off");
  await database.checkWritable();
  expect((await tables()).rows).toEqual(before.rows);
  await database.close();
});
