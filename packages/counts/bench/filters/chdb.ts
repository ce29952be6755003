import { join } from "node:path";
import { type PeerInput, requirePeer } from "../peers/peer.ts";
import type { FilteredPeer } from "./ask-peer-filtered.ts";
import { sqlColumns } from "./questions.ts";

interface Session {
  query(sql: string, format: string): string;
  close(): void;
}

const counts = "countIf(bitAnd(m, 1) > 0), countIf(bitAnd(m, 2) > 0), count()";
const bits = "groupBitOr(bitShiftLeft(toUInt8(1), kind)) m";

/** The ClickHouse engine: events by day and page, and by the columns of the filters. */
export async function openPeer({ folder, csv }: PeerInput): Promise<FilteredPeer> {
  const { Session } = requirePeer("chdb") as { Session: new (path: string) => Session };
  const session = new Session(join(folder, "chdb"));
  const ask = (sql: string) =>
    session
      .query(sql, "CSV")
      .trim()
      .split("\n")
      .filter((line) => line !== "")
      .map((line) => line.split(",").map(Number));
  const { derived } = sqlColumns;
  const read =
    "ms Int64, day UInt16, page UInt32, visitor UInt32, kind UInt8, client UInt16, referrer UInt16, host UInt8";
  const columns =
    "day UInt16, page UInt32, visitor UInt32, kind UInt8, agent UInt8, org UInt8, category UInt8, referrer UInt16, channel UInt8, host UInt8";
  const layouts = {
    "by day and page": "day, page, visitor",
    "by filters": "kind, host, channel, agent, page",
  };
  session.query("CREATE DATABASE b", "CSV");
  const tables = Object.entries(layouts).map(([name, order], i) => {
    const table = `b.events${i}`;
    session.query(`CREATE TABLE ${table} (${columns}) ENGINE = MergeTree ORDER BY (${order})`, "CSV");
    session.query(
      `INSERT INTO ${table} SELECT day, page, visitor, kind, ${derived.agent}, ${derived.org}, ${derived.category}, referrer, ${derived.channel}, host FROM file('${csv}', 'CSV', '${read}')`,
      "CSV",
    );
    session.query(`OPTIMIZE TABLE ${table} FINAL`, "CSV");
    return { name, table };
  });
  return {
    layouts: tables.map(({ name, table }) => ({
      name,
      async query(where) {
        const totals = ask(
          `SELECT ${counts} FROM (SELECT visitor, ${bits} FROM ${table} WHERE ${where} GROUP BY 1)`,
        );
        const rows = ask(
          `SELECT page, ${counts} FROM (SELECT page, visitor, ${bits} FROM ${table} WHERE ${where} GROUP BY 1, 2) GROUP BY 1 ORDER BY 4 DESC, 1 LIMIT 51`,
        );
        return { totals: totals[0] ?? [], rows };
      },
    })),
    close: async () => session.close(),
  };
}
