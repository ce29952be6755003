import { createHash } from "node:crypto";
import { openClickhouseCounts } from "../../packages/counts/index.ts";
import type { OpenCounts } from "../../src/analytics/index.ts";

/** Each folder has its own database on the server at `TEST_CLICKHOUSE`. */
const openTestCounts: OpenCounts = (options) => {
  const url = new URL(process.env.TEST_CLICKHOUSE ?? "");
  url.pathname = `/f${createHash("sha256").update(options.folder).digest("hex").slice(0, 40)}`;
  return openClickhouseCounts({ ...options, url: url.href });
};

/**
 * How a service under test opens its visitor counts: on the ClickHouse server at `TEST_CLICKHOUSE`, which
 * `packages/counts/test/long/clickhouse.test.ts` sets. Undefined for the default, which is the embedded store.
 */
export const testCounts = (): OpenCounts | undefined =>
  process.env.TEST_CLICKHOUSE === undefined ? undefined : openTestCounts;
