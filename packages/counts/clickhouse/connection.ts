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
  /** Returns the same connection with a limit for each request. */
  within(ms: number): Connection;
  /** Cancels all requests and closes the connection. */
  close(): Promise<void>;
}

export function openConnection(url: string): Connection {
  let opened: Promise<ClickHouseClient> | null = null;
  const use = (): Promise<ClickHouseClient> => {
    opened ??= openClient(url);
    return opened;
  };
  const closing = new AbortController();
  const connect = (signal: () => AbortSignal): Connection => ({
    select: (query, params) =>
      translated(async () => {
        const found = await (await use()).query({
          query,
          query_params: { ...params },
          format: "JSONEachRow",
          abort_signal: signal(),
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
          abort_signal: signal(),
        });
      }),
    run: (query, params) =>
      translated(async () => {
        await (await use()).command({ query, query_params: { ...params }, abort_signal: signal() });
      }),
    createDatabase: () =>
      translated(async () => {
        const { pathname } = new URL(url);
        const anywhere = await openClient(withoutDatabase(url));
        try {
          await anywhere.command({
            query: "create database if not exists {name:Identifier}",
            query_params: { name: pathname.slice(1) },
            abort_signal: signal(),
          });
        } finally {
          await anywhere.close();
        }
      }),
    within: (ms) => connect(() => AbortSignal.any([closing.signal, AbortSignal.timeout(ms)])),
    async close() {
      closing.abort();
      await (await opened)?.close();
    },
  });
  return connect(() => closing.signal);
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

/** Whether a request failed because the URL's database or a table doesn't exist. */
export const isUnknownDatabase = (error: unknown): boolean => codeOf(error) === "81";
export const isUnknownTable = (error: unknown): boolean => codeOf(error) === "60";

/** ClickHouse's number for the error of a request. */
const codeOf = (error: unknown): string | null =>
  error instanceof CountsError && isServerError(error.cause) ? error.cause.code : null;

/** The database can't be used until someone changes it or the configuration. */
export class RefusedError extends CountsError {
  constructor(message: string, cause?: unknown) {
    super("unavailable", message, { cause });
  }
}

/** ClickHouse's errors for an unknown user or a wrong password. */
const credentialErrors = new Set(["192", "193", "194", "516"]);

/** Whether the error comes from ClickHouse rather than from the network. */
const isServerError = (error: unknown): error is ClickHouseError =>
  error instanceof Error && error.constructor.name === "ClickHouseError";

async function translated<Result>(call: () => Promise<Result>): Promise<Result> {
  try {
    return await call();
  } catch (error) {
    if (isServerError(error) && credentialErrors.has(error.code))
      throw new RefusedError("ClickHouse rejected the user or the password. Check them in the URL.", error);
    const message = isServerError(error)
      ? "ClickHouse rejected a request. See the log for details."
      : "Could not reach ClickHouse. Try again in a few seconds.";
    throw new CountsError("unavailable", message, {
      cause: error,
      fields: { retryAfterSeconds: 5 },
    });
  }
}
