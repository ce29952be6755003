import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { afterAll, beforeAll, expect, test } from "vitest";
import { type ClickhouseServer, openClickhouseServer } from "../../../../test/support/clickhouse.ts";
import { createManualClock } from "../../../../test/support/clock.ts";
import { openConnection } from "../../clickhouse/connection.ts";
import { openNames } from "../../clickhouse/names.ts";
import { prepareSchema } from "../../clickhouse/schema.ts";
import { type EventOrigin, openClickhouseCounts } from "../../index.ts";
import { client, event, visitor } from "../support/counts-world.ts";

/** Installing and starting the server. */
const serverMs = 240_000;
const always = { fromMs: -Infinity, toMs: Infinity };

let server: ClickhouseServer;
beforeAll(async () => {
  server = await openClickhouseServer();
}, serverMs);
afterAll(() => server.close());

const sent = (from: EventOrigin, ...texts: string[]) => texts.map((text) => ({ text, from }));

test("new pages and referrers beyond the limits count as others, as in the embedded store", async () => {
  const connection = openConnection(await server.createDatabase());
  await prepareSchema(connection);
  // The folders above a page take room, too.
  const open = () => openNames(connection, "prj_a", "path", { rowsMax: 8 });
  const names = await open();
  const admit = async (from: EventOrigin, ...texts: string[]) => [
    ...(await names.admit(sent(from, ...texts))).values(),
  ];
  expect(await admit("anyone", "/guide/start", "/a")).toEqual(["/guide/start", "/a"]);
  // Strangers can use half of the room.
  expect(await admit("anyone", "/b", "/guide/b", "/guide/c/d", "/a")).toEqual([
    "/(other pages)",
    "/guide/(other pages)",
    "/guide/(other pages)",
    "/a",
  ]);
  expect(await admit("key", "/c", "/d")).toEqual(["/c", "/d"]);
  expect(await admit("key", "/e", "/guide/e")).toEqual(["/(other pages)", "/guide/(other pages)"]);
  const again = await open();
  expect([...(await again.admit(sent("key", "/c", "/f"))).values()]).toEqual(["/c", "/(other pages)"]);

  const referrers = await openNames(connection, "prj_a", "referrer", { charsMax: 10 });
  const texts = sent("key", "", "first.example", "second.example", "");
  expect([...(await referrers.admit(texts)).values()]).toEqual(["", "first.example", "(other sites)"]);
  await connection.close();
});

test("no name, user agent or byte of deleted events remains after maintenance", async () => {
  const folder = mkdtempSync(join(tmpdir(), "docwright-names-"));
  const url = await server.createDatabase();
  const counts = openClickhouseCounts({ folder, url, clock: createManualClock(Date.UTC(2026, 5, 1)) });
  const secret = {
    path: "/private/alice",
    referrer: "secret.example",
    host: "alice.example",
    client: client("server", "human", "secret/1.0"),
  };
  await counts.append("prj_a", [
    event({ visitor: visitor(1), path: "/guide/start" }),
    event({ visitor: visitor(2), ...secret }),
    event({ visitor: visitor(3), ...secret, path: "/guide/secret" }),
  ]);
  await counts.deletePage("prj_a", { path: "/private/alice", ...always });
  await counts.erase("prj_a", visitor(3));
  await counts.maintain();
  const tables = ["events", "clients", "names", "settings"];
  for (const table of tables) {
    const rows = await server.query(url, `select * from ${table} settings apply_deleted_mask = 0`);
    expect(rows, table).not.toMatch(/secret|alice/u);
    expect(rows, table).not.toBe("");
  }
  const names = await server.query(url, "select kind, name from names order by kind, name");
  expect(names).toBe("path\t/\npath\t/guide\npath\t/guide/start\n");
  // The names can be used again.
  const timestampMs = Date.UTC(2026, 5, 1) + 1000;
  expect(await counts.append("prj_a", [event({ visitor: visitor(4), ...secret, timestampMs })])).toEqual([
    "accepted",
  ]);
  expect(await counts.listHosts("prj_a")).toEqual(["alice.example"]);
  await counts.close();
  rmSync(folder, { recursive: true, force: true });
});
