import { type ReactNode, useState } from "react";
import { useUrlText } from "../api/url-state.ts";
import { Button } from "../ui/button.tsx";
import { Card, Failure, Lines } from "../ui/card.tsx";
import { ChevronIcon, SearchIcon } from "../ui/icons.tsx";
import { count } from "../ui/time.tsx";
import { CsvButton } from "./csv-button.tsx";
import { type TableId, useTableState } from "./table-state.ts";
import { downloadCsv, type ReportQuery, rowsPerPage, type TableState, useTable } from "./use-analytics.ts";

export interface Column<Row> {
  readonly name: string;
  /** The field's name in the API, used for sorting. */
  readonly field: string;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Answer, Row> {
  readonly id: TableId;
  readonly title: string;
  readonly report: ReportQuery;
  /** The path under the project's analytics. */
  readonly endpoint: string;
  /** Additional parameters, such as the kind. */
  readonly query?: Readonly<Record<string, string>>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first cell, which contains the row's name. */
  readonly label: Column<Row>;
  /** Right-aligned numbers. The bars show the last column. */
  readonly columns: readonly Column<Row>[];
  /** The length of the row's bar, from 0 to 1. */
  readonly share: (row: Row, answer: Answer) => number;
  readonly empty: string;
  /** Controls beside the title. */
  readonly children?: ReactNode;
}

/** A sortable, searchable, paginated table with a bar behind each name and a CSV download of all rows. */
export function Table<Answer extends { readonly hasMore: boolean }, Row>(props: TableProps<Answer, Row>) {
  const { id, title, report, endpoint, query = {}, rowsOf, keyOf, label, columns, share, empty } = props;
  const { state, change } = useTableState(id);
  const fields = [label, ...columns].map(({ field }) => field);
  // The URL may specify a column that this grouping does not have.
  const sort = fields.includes(state.sort) ? state.sort : "";
  const shown = { ...state, sort };
  const { data, error, refetch } = useTable<Answer>(report, endpoint, shown, query);
  const [failed, setFailed] = useState<Error | null>(null);
  const rows = data === undefined ? undefined : rowsOf(data);
  const { q, order, offset } = shown;
  return (
    <Card label={title} className="flex flex-col">
      <div className="flex flex-wrap items-center gap-x-2 gap-y-2 px-5 pt-4 pb-2">
        <h2>{title}</h2>
        {props.children}
        <div className="ml-auto flex items-center gap-1">
          <Search title={title} id={id} />
          <CsvButton
            what={title}
            disabled={rows === undefined || (rows.length === 0 && q === "")}
            onClick={() =>
              void downloadCsv(report, endpoint, { ...query, q, sort, order }).then(
                () => setFailed(null),
                setFailed,
              )
            }
          />
        </div>
      </div>
      {(error ?? failed) !== null && (
        <div className="px-4 pb-3">
          <Failure error={(error ?? failed) as Error} retry={() => void refetch()} />
        </div>
      )}
      {rows === undefined && error === null && <Lines count={rowsPerPage} className="h-8" />}
      {rows?.length === 0 && (
        <p className="px-5 pt-6 pb-10 text-center text-quiet">{q === "" ? empty : "No results"}</p>
      )}
      {data !== undefined && rows !== undefined && rows.length > 0 && (
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="text-left text-xs text-quiet">
              <Head column={label} state={shown} isLabel onChange={change} />
              {columns.map((column) => (
                <Head key={column.field} column={column} state={shown} onChange={change} />
              ))}
            </tr>
          </thead>
          <tbody>
            {rows.map((row) => (
              <tr key={keyOf(row)} className="hover:bg-hover">
                <td className="py-0.5 pl-3">
                  <div className="relative flex min-h-7 items-center px-2">
                    <Bar share={share(row, data)} />
                    <div className="relative min-w-0 flex-1">{label.cell(row)}</div>
                  </div>
                </td>
                {columns.map(({ field, cell }) => (
                  <td key={field} className="py-0.5 pr-2 text-right tabular-nums last:pr-5 last:font-medium">
                    {cell(row)}
                  </td>
                ))}
              </tr>
            ))}
          </tbody>
        </table>
      )}
      <div className="mt-auto flex min-h-3 items-center justify-end gap-1 px-4 py-2 text-xs text-quiet">
        {data !== undefined && rows !== undefined && (offset > 0 || data.hasMore) && (
          <>
            <span className="mr-1 tabular-nums">
              {rows.length === 0 ? "" : `${count(offset + 1)}–${count(offset + rows.length)}`}
            </span>
            <Button
              small
              kind="quiet"
              disabled={offset === 0}
              aria-label={`${title}: previous rows`}
              onClick={() => change({ offset: Math.max(0, offset - rowsPerPage) })}
            >
              <ChevronIcon className="rotate-90" />
            </Button>
            <Button
              small
              kind="quiet"
              disabled={!data.hasMore}
              aria-label={`${title}: next rows`}
              onClick={() => change({ offset: offset + rowsPerPage })}
            >
              <ChevronIcon className="-rotate-90" />
            </Button>
          </>
        )}
      </div>
    </Card>
  );
}

function Search({ title, id }: { readonly title: string; readonly id: TableId }) {
  const { text, type } = useUrlText(`${id}-q`, { along: { [`${id}-at`]: null } });
  return (
    <label className="relative">
      <SearchIcon className="pointer-events-none absolute top-1.5 left-2 text-quiet" />
      <input
        type="search"
        aria-label={`Search ${title}`}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        className="control h-7! w-24 pr-1.5 pl-7.5 text-sm!"
      />
    </label>
  );
}

/** A column header. Clicking it sorts by the column, then reverses the order, then restores the default order. */
function Head<Row>({
  column: { name, field },
  state: { sort, order },
  isLabel = false,
  onChange,
}: {
  readonly column: Column<Row>;
  readonly state: TableState;
  readonly isLabel?: boolean;
  readonly onChange: (by: Partial<TableState>) => void;
}) {
  const isSorted = sort === field;
  const initial = isLabel ? "asc" : "desc";
  const shown = order === "" ? initial : order;
  const next = !isSorted
    ? { sort: field, order: "" as const }
    : shown === initial
      ? { sort: field, order: initial === "asc" ? ("desc" as const) : ("asc" as const) }
      : { sort: "", order: "" as const };
  return (
    <th
      aria-sort={isSorted ? (shown === "asc" ? "ascending" : "descending") : "none"}
      className={`font-medium ${isLabel ? "py-1 pl-5" : "w-18 py-1 pr-2 text-right last:w-20 last:pr-5"}`}
    >
      <button
        type="button"
        onClick={() => onChange(next)}
        className={`inline-flex items-center gap-0.5 rounded hover:text-text ${isSorted ? "text-text" : ""}`}
      >
        {name}
        {isSorted && <ChevronIcon className={`size-3! ${shown === "asc" ? "rotate-180" : ""}`} />}
      </button>
    </th>
  );
}

/** An SVG whose width is an attribute, because the page's policy blocks inline styles. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
      <rect width={Math.min(100, Math.max(0.5, share * 100))} height={1} className="fill-accent-soft" />
    </svg>
  );
}
