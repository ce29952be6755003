import { limits } from "../../limits.ts";
import { answerContent } from "../answer.ts";
import type { Call } from "../call.ts";

/** One row as JSON and CSV carry it. */
export type WireRow = Readonly<Record<string, string | number | null>>;

export interface CsvFile {
  /** The fields of a row, in this order. */
  readonly columns: readonly string[];
  readonly pages: AsyncIterable<readonly WireRow[]>;
  readonly headers: Readonly<Record<string, string>>;
}

const encoder = new TextEncoder();

/**
 * Streams rows as CSV (RFC 4180): a header line, CRLF, quotes where a value needs them, nothing for null.
 * Values stand as they are. None is changed for the sake of spreadsheets: a host that begins like a formula
 * is still that host, and whoever opens the file in one imports its columns as text.
 */
export function answerCsv(call: Call, { columns, pages, headers }: CsvFile): Response {
  const { incoming, outgoing } = call.exchange;
  const type = "text/csv; charset=utf-8; header=present";
  if (incoming.method === "HEAD") return answerContent(call.exchange, 200, { type, body: null, headers });
  const leave = call.deps.exportLimit.enter(call.project.id);
  // Whatever becomes of the stream, the connection's end is certain.
  outgoing.once("close", leave);
  return answerContent(call.exchange, 200, {
    type,
    body: ReadableStream.from(encode(call, columns, pages)),
    headers,
  });
}

/** All rows of a table, some at a time. */
export async function* pagesOf<Row>(table: {
  readonly rowCount: number;
  rows(page: { offset: number; limit: number }): Promise<readonly Row[]>;
}): AsyncGenerator<readonly Row[]> {
  const limit = limits.export.csvRows;
  for (let offset = 0; offset < table.rowCount; offset += limit) yield await table.rows({ offset, limit });
}

async function* encode(
  call: Call,
  columns: CsvFile["columns"],
  pages: CsvFile["pages"],
): AsyncGenerator<Uint8Array> {
  try {
    yield encoder.encode(line(columns));
    for await (const rows of pages)
      yield encoder.encode(rows.map((row) => line(columns.map((column) => row[column] ?? ""))).join(""));
  } catch (error) {
    call.deps.log.error({ error, requestId: call.exchange.requestId }, "an export broke off");
    // The client sees the connection end before the body does: half a file must not pass for a whole one.
    call.exchange.outgoing.destroy();
  }
}

function line(values: readonly (string | number)[]): string {
  return `${values.map(field).join(",")}\r\n`;
}

function field(value: string | number): string {
  if (typeof value === "number") return String(value);
  return /[",\r\n]/u.test(value) ? `"${value.replaceAll('"', '""')}"` : value;
}
