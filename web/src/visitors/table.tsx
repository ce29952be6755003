import { type ReactNode, useState } from "react";
import { useAddressText } from "../api/address.ts";
import { Button } from "../ui/button.tsx";
import { Card, Failure, Lines } from "../ui/card.tsx";
import { ChevronIcon, SearchIcon } from "../ui/icons.tsx";
import { count } from "../ui/time.tsx";
import { CsvButton } from "./csv-button.tsx";
import { type TableId, useTableState } from "./table-state.ts";
import { downloadCsv, rowsAtOnce, type Scope, type TableState, useTable } from "./use-analytics.ts";

export interface Column<Row> {
  readonly name: string;
  /** What the API calls it: rows can be ordered by it. */
  readonly field: string;
  readonly cell: (row: Row) => ReactNode;
}

interface TableProps<Answer, Row> {
  readonly id: TableId;
  readonly title: string;
  readonly scope: Scope;
  /** Below the project's analytics. */
  readonly what: string;
  /** What else is asked, e.g. which kind. */
  readonly query?: Readonly<Record<string, string>>;
  readonly rowsOf: (answer: Answer) => readonly Row[];
  readonly keyOf: (row: Row) => string;
  /** The first cell, which names the row. */
  readonly label: Column<Row>;
  /** Numbers, right-aligned; the last is what a bar shows the share of. */
  readonly columns: readonly Column<Row>[];
  /** Between 0 and 1, of the whole. */
  readonly share: (row: Row, answer: Answer) => number;
  readonly empty: string;
  /** Beside the title: what a row is of. */
  readonly children?: ReactNode;
}

/** Rows with a bar behind each name, ten at a time, in any column's order, and all of them as a file. */
export function Table<Answer extends { readonly hasMore: boolean }, Row>(props: TableProps<Answer, Row>) {
  const { id, title, scope, what, query = {}, rowsOf, keyOf, label, columns, share, empty } = props;
  const { state, change } = useTableState(id);
  const fields = [label, ...columns].map(({ field }) => field);
  // An address may name a column of another grouping.
  const sort = fields.includes(state.sort) ? state.sort : "";
  const asked = { ...state, sort };
  const { data, error, refetch } = useTable<Answer>(scope, what, asked, query);
  const [failed, setFailed] = useState<Error | null>(null);
  const rows = data === undefined ? undefined : rowsOf(data);
  const { q, order, offset } = asked;
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
              void downloadCsv(scope, what, { ...query, q, sort, order }).then(
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
      {rows === undefined && error === null && <Lines count={rowsAtOnce} className="h-8" />}
      {rows?.length === 0 && (
        <p className="px-5 pt-6 pb-10 text-center text-quiet">
          {q === "" ? empty : "Nothing has this name."}
        </p>
      )}
      {data !== undefined && rows !== undefined && rows.length > 0 && (
        <table className="w-full table-fixed text-sm">
          <thead>
            <tr className="text-left text-xs text-quiet">
              <Head column={label} state={asked} isName onChange={change} />
              {columns.map((column) => (
                <Head key={column.field} column={column} state={asked} onChange={change} />
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
              aria-label={`${title}: rows before`}
              onClick={() => change({ offset: Math.max(0, offset - rowsAtOnce) })}
            >
              <ChevronIcon className="rotate-90" />
            </Button>
            <Button
              small
              kind="quiet"
              disabled={!data.hasMore}
              aria-label={`${title}: more rows`}
              onClick={() => change({ offset: offset + rowsAtOnce })}
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
  const { text, type } = useAddressText(`${id}-q`, { along: { [`${id}-at`]: null } });
  return (
    <label className="relative">
      <SearchIcon className="pointer-events-none absolute top-1.5 left-2 text-quiet" />
      <input
        type="search"
        aria-label={`Search in ${title}`}
        value={text}
        maxLength={200}
        spellCheck={false}
        onChange={(event) => type(event.target.value)}
        className="control h-7! w-24 pr-1.5 pl-7.5 text-sm!"
      />
    </label>
  );
}

/** A column's name, which orders by it: once its own way, then the other. */
function Head<Row>({
  column: { name, field },
  state: { sort, order },
  isName = false,
  onChange,
}: {
  readonly column: Column<Row>;
  readonly state: TableState;
  readonly isName?: boolean;
  readonly onChange: (by: Partial<TableState>) => void;
}) {
  const isHere = sort === field;
  const own = isName ? "asc" : "desc";
  const shown = order === "" ? own : order;
  // The second time it turns round, the third time the table is as it was.
  const next = !isHere
    ? { sort: field, order: "" as const }
    : shown === own
      ? { sort: field, order: own === "asc" ? ("desc" as const) : ("asc" as const) }
      : { sort: "", order: "" as const };
  return (
    <th
      aria-sort={isHere ? (shown === "asc" ? "ascending" : "descending") : "none"}
      className={`font-medium ${isName ? "py-1 pl-5" : "w-18 py-1 pr-2 text-right last:w-20 last:pr-5"}`}
    >
      <button
        type="button"
        onClick={() => onChange(next)}
        className={`inline-flex items-center gap-0.5 rounded hover:text-text ${isHere ? "text-text" : ""}`}
      >
        {name}
        {isHere && <ChevronIcon className={`size-3! ${shown === "asc" ? "rotate-180" : ""}`} />}
      </button>
    </th>
  );
}

/** Its width is an attribute of a drawing: the page's policy takes no styles from markup. */
function Bar({ share }: { readonly share: number }) {
  return (
    <svg aria-hidden viewBox="0 0 100 1" preserveAspectRatio="none" className="absolute inset-0 size-full">
      <rect width={Math.min(100, Math.max(0.5, share * 100))} height={1} className="fill-accent-soft" />
    </svg>
  );
}
