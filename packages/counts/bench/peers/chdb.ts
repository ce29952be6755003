import { join } from "node:path";
import { type Peer, type PeerInput, requirePeer } from "./peer.ts";

interface Session {
  query(sql: string, format: string): string;
  close(): void;
}

const counts = "countIf(bitAnd(m, 1) > 0), countIf(bitAnd(m, 2) > 0), count()";
const bits = "groupBitOr(bitShiftLeft(toUInt8(1), kind)) m";
const best = "ORDER BY 4 DESC, 1 LIMIT 51";

/**
 * The ClickHouse engine with two layouts: raw events, and visitors by day and page. In the second one, a separate table
 * has the site's visitors by day.
 */
export async function openPeer({ folder, csv }: PeerInput): Promise<Peer> {
  const { Session } = requirePeer("chdb") as { Session: new (path: string) => Session };
  const session = new Session(join(folder, "chdb"));
  const ask = (sql: string) =>
    session
      .query(sql, "CSV")
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(",").map(Number));
  const from = `file('${csv}', 'CSV', 'ms Int64, day UInt16, page UInt32, visitor UInt32, kind UInt8')`;
  for (const sql of [
    "CREATE DATABASE b",
    "CREATE TABLE b.raw (ms Int64, day UInt16, page UInt32, visitor UInt32, kind UInt8) ENGINE = MergeTree PARTITION BY intDiv(day, 30) ORDER BY (day, page, visitor)",
    `INSERT INTO b.raw SELECT * FROM ${from}`,
    "OPTIMIZE TABLE b.raw FINAL",
    "CREATE TABLE b.daily (day UInt16, page UInt32, visitor UInt32, m SimpleAggregateFunction(groupBitOr, UInt8)) ENGINE = AggregatingMergeTree PARTITION BY intDiv(day, 30) ORDER BY (day, page, visitor)",
    `INSERT INTO b.daily SELECT day, page, visitor, ${bits} FROM b.raw GROUP BY 1, 2, 3`,
    "OPTIMIZE TABLE b.daily FINAL",
    "CREATE TABLE b.site (day UInt16, visitor UInt32, m SimpleAggregateFunction(groupBitOr, UInt8)) ENGINE = AggregatingMergeTree ORDER BY (day, visitor)",
    "INSERT INTO b.site SELECT day, visitor, groupBitOr(m) FROM b.daily GROUP BY 1, 2",
    "OPTIMIZE TABLE b.site FINAL",
  ])
    session.query(sql, "CSV");

  const layout = (name: string, tables: { pages: string; site: string; m: string }) => ({
    name,
    async query(first: number, end: number) {
      const where = `WHERE day >= ${first} AND day < ${end}`;
      const totals = ask(
        `SELECT ${counts} FROM (SELECT visitor, ${tables.m} FROM b.${tables.site} ${where} GROUP BY 1)`,
      );
      const rows = ask(
        `SELECT page, ${counts} FROM (SELECT page, visitor, ${tables.m} FROM b.${tables.pages} ${where} GROUP BY 1, 2) GROUP BY 1 ${best}`,
      );
      return { totals: totals[0] ?? [], rows };
    },
  });
  return {
    layouts: [
      layout("raw", { pages: "raw", site: "raw", m: bits }),
      layout("daily", { pages: "daily", site: "site", m: "groupBitOr(m) m" }),
    ],
    close: async () => session.close(),
  };
}
