import type { ClickHouseClient, ClickHouseError } from "@clickhouse/client";
import { CountsError } from "../errors.ts";
import { limits } from "../limits.ts";

/** The values of a statement's `{name:Type}` parameters. They never become part of the statement's text. */
export type Params = Readonly<Record<string, unknown>>;

/**
 * The connection to a ClickHouse server. Every method throws `unavailable` if the server can't be reached or rejects
 * the statement; after a failed insert, it is unknown whether the rows were stored.
 */
export interface Connection {
  select<Row>(statement: string, params?: Params): Promise<Row[]>;
  /** Inserts all rows at once. ClickHouse ignores rows of a recent insert with the same token. */
  insert(table: string, rows: readonly object[], token: string): Promise<void>;
  run(statement: string, params?: Params): Promise<void>;
  /** Creates the database that the URL specifies. The URL's user must have the permission to create databases. */
  createDatabase(): Promise<void>;
  close(): Promise<void>;
}

export function openConnection(url: string): Connection {
  let opened: Promise<ClickHouseClient> | null = null;
  const use = (): Promise<ClickHouseClient> => {
    opened ??= openClient(url);
    return opened;
  };
  return {
    select: (query, params) =>
      translated(async () => {
        const found = await (await use()).query({
          query,
          query_params: { ...params },
          format: "JSONEachRow",
        });
        return found.json();
      }),
    insert: (table, rows, token) =>
      translated(async () => {
        await (await use()).insert({
          table,
          values: rows as object[],
          format: "JSONEachRow",
          clickhouse_settings: { insert_deduplication_token: token },
        });
      }),
    run: (query, params) =>
      translated(async () => {
        await (await use()).command({ query, query_params: { ...params } });
      }),
    createDatabase: () =>
      translated(async () => {
        const { pathname } = new URL(url);
        const anywhere = await openClient(withoutDatabase(url));
        try {
          await anywhere.command({
            query: "create database if not exists {name:Identifier}",
            query_params: { name: pathname.slice(1) },
          });
        } finally {
          await anywhere.close();
        }
      }),
    close: async () => (await opened)?.close(),
  };
}

/** The package is loaded only here, because most installations don't use ClickHouse. */
async function openClient(url: string): Promise<ClickHouseClient> {
  const { ClickHouseLogLevel, createClient } = await import("@clickhouse/client");
  return createClient({
    url,
    application: "docwright",
    request_timeout: limits.clickhouseRequestMs,
    max_open_connections: limits.clickhouseConnectionsMax,
    // Longer URLs exceed the limits of servers and proxies.
    use_multipart_params_auto: true,
    log: { level: ClickHouseLogLevel.OFF },
    clickhouse_settings: {
      output_format_json_quote_64bit_integers: 0,
      // Otherwise, a query could fail after a part of its result was sent with status 200.
      wait_end_of_query: 1,
      // Each insert must be durable when it returns.
      async_insert: 0,
      insert_deduplicate: 1,
      // A log can have events from any month.
      max_partitions_per_insert_block: "0",
      // The statement returns once the rows are deleted, on all replicas.
      lightweight_deletes_sync: "2",
      mutations_sync: "2",
      // Equal events have equal times, so they are in the same partition.
      do_not_merge_across_partitions_select_final: 1,
    },
  });
}

function withoutDatabase(url: string): string {
  const server = new URL(url);
  server.pathname = "/";
  return server.href;
}

/** Whether the request failed because the URL's database doesn't exist (ClickHouse's error 81). */
export const isUnknownDatabase = (error: unknown): boolean =>
  error instanceof CountsError && isServerError(error.cause) && error.cause.code === "81";

/** Whether the error comes from ClickHouse rather than from the network. */
const isServerError = (error: unknown): error is ClickHouseError =>
  error instanceof Error && error.constructor.name === "ClickHouseError";

async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    const message = isServerError(error)
      ? "ClickHouse rejected a request. See the log for details."
      : "Could not reach ClickHouse. Try again in a few seconds.";
    throw new CountsError("unavailable", message, {
      cause: error,
      fields: { retryAfterSeconds: 5 },
    });
  }
}
