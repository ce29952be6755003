import { availableParallelism } from "node:os";
import { join } from "node:path";
import { type Peer, type PeerInput, requirePeer } from "./peer.ts";

interface Connection {
  run(sql: string): Promise<unknown>;
  runAndReadAll(sql: string): Promise<{ getRows(): (number | bigint)[][] }>;
  closeSync(): void;
}

interface Api {
  readonly DuckDBInstance: {
    create(
      path: string,
      options: Record<string, string>,
    ): Promise<{ connect(): Promise<Connection>; closeSync(): void }>;
  };
}

const counts = "count(*) FILTER (WHERE m & 1 > 0), count(*) FILTER (WHERE m & 2 > 0), count(*)";

/**
 * DuckDB with three layouts: raw events, and visitors by day and page in two orders. For the latter two, a separate
 * table has the site's visitors by day.
 */
export async function openPeer({ folder, csv }: PeerInput): Promise<Peer> {
  const { DuckDBInstance } = requirePeer("@duckdb/node-api") as Api;
  const instance = await DuckDBInstance.create(join(folder, "duckdb"), {
    threads: String(Math.min(2, availableParallelism())),
  });
  const connection = await instance.connect();
  for (const sql of [
    "CREATE TABLE raw (ms BIGINT, day USMALLINT, page UINTEGER, visitor UINTEGER, kind UTINYINT)",
    `COPY raw FROM '${csv}' (FORMAT csv, HEADER false)`,
    "CREATE TABLE daily AS SELECT day, page, visitor, bit_or(1 << kind)::UTINYINT m FROM raw GROUP BY ALL ORDER BY day, page, visitor",
    "CREATE TABLE clustered AS SELECT * FROM daily ORDER BY day // 31, page, visitor",
    "CREATE TABLE site AS SELECT day, visitor, bit_or(m) m FROM daily GROUP BY ALL ORDER BY day, visitor",
    "CHECKPOINT",
  ])
    await connection.run(sql);
  const ask = async (sql: string) =>
    (await connection.runAndReadAll(sql)).getRows().map((row) => row.map(Number));

  const layout = (name: string, tables: { pages: string; site: string; m: string }) => ({
    name,
    async query(first: number, end: number) {
      const where = `WHERE day >= ${first} AND day < ${end}`;
      const totals = await ask(
        `SELECT ${counts} FROM (SELECT visitor, bit_or(${tables.m}) m FROM ${tables.site} ${where} GROUP BY 1)`,
      );
      const rows = await ask(
        `SELECT page, ${counts} FROM (SELECT page, visitor, bit_or(${tables.m}) m FROM ${tables.pages} ${where} GROUP BY 1, 2) GROUP BY 1 ORDER BY 4 DESC, 1 LIMIT 51`,
      );
      return { totals: totals[0] ?? [], rows };
    },
  });
  return {
    layouts: [
      layout("raw", { pages: "raw", site: "raw", m: "1 << kind" }),
      layout("daily", { pages: "daily", site: "site", m: "m" }),
      layout("daily by month and page", { pages: "clustered", site: "site", m: "m" }),
    ],
    async close() {
      connection.closeSync();
      instance.closeSync();
    },
  };
}
