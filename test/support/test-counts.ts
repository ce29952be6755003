import { createHash } from "node:crypto";
import { join } from "node:path";
import { openClickhouseCounts } from "../../packages/counts/index.ts";
import type { OpenCounts } from "../../src/analytics/index.ts";

/** The server on which services under test store visits; undefined for the embedded store. */
const server = process.env.TEST_CLICKHOUSE;

/** Returns the database of a folder on the server. */
function databaseOf(folder: string): string {
  const url = new URL(server ?? "");
  url.pathname = `/f${createHash("sha256").update(folder).digest("hex").slice(0, 40)}`;
  return url.href;
}

/**
 * How a service under test opens its visitor counts: on the ClickHouse server at `TEST_CLICKHOUSE`, which
 * `packages/counts/test/long/clickhouse.test.ts` sets. Undefined for the default, which is the embedded store.
 */
export const testCounts = (): OpenCounts | undefined =>
  server === undefined
    ? undefined
    : (options) => openClickhouseCounts({ ...options, url: databaseOf(options.folder) });

/** The environment of a service or a command with this data folder, for the same purpose. */
export const visitsEnvironment = (data: string): Readonly<Record<string, string>> =>
  server === undefined ? {} : { DOCWRIGHT_CLICKHOUSE_URL: databaseOf(join(data, "analytics")) };
