import { z } from "zod";
import { limits } from "../../limits.ts";
import { type QueryOf, queryText } from "../query.ts";
import { invalidRequest } from "../wire/inputs.ts";
import { pagesOf, type WireRow } from "./csv.ts";
import type { TableQuestion, WireTable } from "./table-question.ts";

/** Query parameters that filter and order rows. They don't affect totals. */
export const narrowQuery = {
  q: queryText(
    limits.http.searchCharsMax,
    "Only rows whose name contains this text, ignoring case. Does not affect totals.",
  ),
  kind: z
    .enum(["human", "ai"], "must be human or ai")
    .optional()
    .meta({
      type: "string",
      enum: ["human", "ai"],
      description:
        "Only rows with visits of this kind, ordered by the number of these visits. For tables with both kinds.",
    }),
  sort: z
    .string()
    .regex(/^[a-z]{1,20}$/u, "must be a column of the table")
    .optional()
    .meta({
      type: "string",
      description: "The column to order by, e.g. `human`. Rows with equal values keep their default order.",
    }),
  order: z
    .enum(["asc", "desc"], "must be asc or desc")
    .optional()
    .meta({
      type: "string",
      enum: ["asc", "desc"],
      description: "Default: `asc` for names, `desc` for counts.",
    }),
};

export type Narrowing = QueryOf<typeof narrowQuery>;

/** Throws `invalid_request` if the table has no such column. */
export function requireColumns({ columns }: Pick<TableQuestion, "columns">, narrowing: Narrowing): void {
  const { kind, sort } = narrowing;
  if (kind !== undefined && !columns.includes(kind))
    throw invalidRequest([
      { path: "kind", message: "kind is supported only by tables that count people and AI agents." },
    ]);
  if (sort !== undefined && !columns.includes(sort))
    throw invalidRequest([{ path: "sort", message: `sort must be one of ${columns.join(", ")}.` }]);
}

/**
 * Filters and orders a table. Returns the table itself if there is nothing to do. Reads all rows: thousands of them
 * take a few milliseconds, and other work can run between pages.
 */
export async function narrowTable(
  table: WireTable,
  names: readonly string[],
  { q, kind, sort, order }: Narrowing,
): Promise<WireTable> {
  const text = q?.trim().toLowerCase() ?? "";
  const by = sort ?? kind;
  if (text === "" && by === undefined && order === undefined) return table;
  const rows: WireRow[] = [];
  for await (const page of pagesOf(table))
    for (const row of page) {
      if (kind !== undefined && row[kind] === 0) continue;
      if (
        text === "" ||
        names.some((name) =>
          String(row[name] ?? "")
            .toLowerCase()
            .includes(text),
        )
      )
        rows.push(row);
    }
  if (by !== undefined) {
    const sign = (order ?? (names.includes(by) ? "asc" : "desc")) === "asc" ? 1 : -1;
    rows.sort((a, b) => sign * compare(a[by] ?? "", b[by] ?? ""));
  } else if (order === "asc") rows.reverse();
  return {
    totals: table.totals,
    rowCount: rows.length,
    bytes: rows.reduce((sum, row) => sum + bytesOf(row), 0),
    rows: async ({ offset, limit }) => rows.slice(offset, offset + limit),
  };
}

function compare(a: string | number, b: string | number): number {
  if (typeof a === "number" && typeof b === "number") return a - b;
  return a === b ? 0 : a < b ? -1 : 1;
}

/** Estimates a row's size to enforce a limit: 64 bytes for the object, 8 per number, and two per character. */
function bytesOf(row: WireRow): number {
  return Object.values(row).reduce<number>(
    (sum, value) => sum + (typeof value === "string" ? 2 * value.length : 8),
    64,
  );
}
