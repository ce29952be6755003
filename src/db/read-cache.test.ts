import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { setImmediate as nextTurn } from "node:timers/promises";
import SqliteDatabase from "better-sqlite3";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import type { Database } from "./database.ts";
import { createReadCache } from "./read-cache.ts";
import { openSqlite } from "./sqlite.ts";

describe("the result of a read", () => {
  const folder = mkdtempSync(join(tmpdir(), "docwright-reads-"));
  const file = join(folder, "control.db");
  let database: Database;
  beforeAll(async () => {
    database = await openSqlite(file);
    await insertProject("prj_1", "first");
  });
  afterAll(async () => {
    await database.close();
    rmSync(folder, { recursive: true });
  });

  const insertProject = (id: string, name: string) =>
    database.db
      .insertInto("projects")
      .values({ id, name, repository_url: "https://example.com/docs", created_at: 1 })
      .execute();

  /** Creates a cached read of a project's name, and counts how often it reaches the store. */
  function createNameRead() {
    const cachedRead = createReadCache<{ name: string }>(database);
    const read = { times: 0 };
    const find = (id: string) =>
      cachedRead(id, async () => {
        read.times += 1;
        const row = await database.db
          .selectFrom("projects")
          .select("name")
          .where("id", "=", id)
          .executeTakeFirst();
        return row ?? null;
      });
    return { read, find };
  }

  test("is cached while nothing is written", async () => {
    const { read, find } = createNameRead();
    for (let n = 0; n < 5; n++) {
      expect(await find("prj_1")).toEqual({ name: "first" });
      await nextTurn();
    }
    expect(read.times).toBe(1);
  });

  test("is read again immediately after any write", async () => {
    const { find } = createNameRead();
    expect(await find("prj_1")).toEqual({ name: "first" });
    await database.db.updateTable("projects").set({ name: "second" }).where("id", "=", "prj_1").execute();
    expect(await find("prj_1")).toEqual({ name: "second" });
    await database.transaction(async (tx) => {
      await tx.updateTable("projects").set({ name: "third" }).where("id", "=", "prj_1").execute();
    });
    expect(await find("prj_1")).toEqual({ name: "third" });
    await database.db
      .updateTable("projects")
      .set({ name: "fourth" })
      .where("id", "=", "prj_1")
      .returning("id")
      .execute();
    expect(await find("prj_1")).toEqual({ name: "fourth" });
  });

  test("is read again after another process has written", async () => {
    const { find } = createNameRead();
    await find("prj_1");
    const other = new SqliteDatabase(file);
    other.prepare("update projects set name = 'elsewhere' where id = 'prj_1'").run();
    other.close();
    await nextTurn();
    expect(await find("prj_1")).toEqual({ name: "elsewhere" });
  });

  test("isn't cached if a write occurs during the read", async () => {
    const cachedRead = createReadCache<{ name: string }>(database);
    await cachedRead("prj_1", async () => {
      await insertProject("prj_2", "between");
      return { name: "stale" };
    });
    expect(await cachedRead("prj_1", async () => ({ name: "fresh" }))).toEqual({ name: "fresh" });
  });

  test("isn't cached if it is null", async () => {
    const { read, find } = createNameRead();
    expect(await find("prj_none")).toBeNull();
    expect(await find("prj_none")).toBeNull();
    expect(read.times).toBe(2);
  });
});
