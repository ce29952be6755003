import { createHash } from "node:crypto";
import { openClickhouseCounts } from "../../packages/counts/index.ts";
import type { OpenCounts } from "../../src/analytics/index.ts";

/**
 * Opens visitor counts on the ClickHouse server of `TEST_CLICKHOUSE`. Each folder has its own database.
 * `test/long/clickhouse.test.ts` runs suites with it.
 */
export const openTestCounts: OpenCounts = (options) => {
  const url = new URL(process.env.TEST_CLICKHOUSE ?? "");
  url.pathname = `/f${createHash("sha256").update(options.folder).digest("hex").slice(0, 40)}`;
  return openClickhouseCounts({ ...options, url: url.href });
};
