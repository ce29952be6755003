import { useState } from "react";
import { useUrlState, useUrlText } from "../api/url-state.ts";
import { Card, Failure, Lines } from "../ui/card.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { count, plural } from "../ui/time.tsx";
import { Chart } from "./chart.tsx";
import { CsvButton } from "./csv-button.tsx";
import { choices, daysOf, previousRange, readRange, today } from "./range.ts";
import { fromFirstRows } from "./table-state.ts";
import { Tables } from "./tables.tsx";
import {
  downloadCsv,
  type Kind,
  type ReportQuery,
  type Source,
  useLive,
  useSeries,
  useTotals,
} from "./use-analytics.ts";
import type { WireVisitors } from "./wire.ts";

const kinds: readonly (readonly [Kind, string])[] = [
  ["", "All"],
  ["human", "People"],
  ["ai", "AI agents"],
];

function isBackwards(params: URLSearchParams): boolean {
  const [from, to] = [params.get("from") ?? "", params.get("to") ?? ""];
  return to !== "" && from > to;
}

/** Normalizes a path filter. `/` means the whole site, which is an empty filter. */
const asPrefix = (text: string): string =>
  text
    .trim()
    .replace(/^(?=[^/])/u, "/")
    .replace(/^\/$/u, "");

/** The visitor report for the range, path and kind in the URL. */
export function Report({ source }: { readonly source: Source }) {
  const { params, change } = useUrlState();
  const range = readRange(params, today());
  const kind = kinds.find(([id]) => id === params.get("kind"))?.[0] ?? "";
  const path = useUrlText("below", { tidy: asPrefix, along: fromFirstRows });
  const report: ReportQuery = { source, range, prefix: asPrefix(params.get("below") ?? ""), kind };
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Range"
          choices={choices}
          value={range.id}
          onChange={(id) =>
            change({ ...fromFirstRows, range: id, ...(id === "custom" ? daysOf(range, today()) : {}) })
          }
        />
        {range.id === "custom" && (
          <div className="flex flex-wrap items-center gap-2 text-sm">
            <DayField label="First day" name="from" />
            –
            <DayField label="Last day" name="to" />
            {isBackwards(params) && (
              <span role="status" className="text-warn">
                The last day is before the first. Showing the last 30 days.
              </span>
            )}
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full sm:ml-auto">
          <Segmented
            label="Visitors"
            choices={kinds}
            value={kind}
            onChange={(id) => change({ ...fromFirstRows, kind: id })}
          />
          <input
            type="search"
            aria-label="Filter by path"
            placeholder="Filter by path"
            value={path.text}
            maxLength={500}
            spellCheck={false}
            onChange={(event) => path.type(event.target.value)}
            className="control w-full sm:w-48"
          />
        </div>
      </div>
      <Summary report={report} />
      <Tables report={report} onPrefix={(prefix) => change({ ...fromFirstRows, below: asPrefix(prefix) })} />
    </div>
  );
}

/** Updates the URL only once typing pauses: the first digits of a year already form a valid year. */
function DayField({ label, name }: { readonly label: string; readonly name: "from" | "to" }) {
  const { text, type } = useUrlText(name, { along: fromFirstRows });
  return (
    <input
      type="date"
      aria-label={label}
      value={text}
      min="1000-01-01"
      max="9999-12-31"
      onChange={(event) => type(event.target.value)}
      className="control w-36"
    />
  );
}

/** Shows the number of visitors in the last 30 minutes. */
export function Live({ source }: { readonly source: Source }) {
  const { data } = useLive(source);
  if (data === undefined) return null;
  return (
    <span
      className="flex h-9 items-center gap-2 text-sm text-quiet"
      title={`${plural(data.human, "person", "people")}, ${plural(data.ai, "AI agent")}`}
    >
      <span
        aria-hidden
        className={`size-2 rounded-full ${data.total > 0 ? "animate-breathe bg-good" : "bg-line-strong"}`}
      />
      {count(data.total)} in the last 30 minutes
    </span>
  );
}

function Summary({ report }: { readonly report: ReportQuery }) {
  const range = previousRange(report.range);
  const previousReport = range === null ? null : { ...report, range };
  const totals = useTotals(report);
  const previous = useTotals(previousReport);
  const series = useSeries(report);
  const previousSeries = useSeries(previousReport);
  const [failed, setFailed] = useState<Error | null>(null);
  const error = totals.error ?? series.error ?? failed;
  const previousTotals = range === null ? null : previous.data;
  const figures = [
    ["Visitors", "total"],
    ["People", "human"],
    ["AI agents", "ai"],
  ] as const;
  return (
    <Card label="Summary" className="p-5">
      {error !== null && (
        <div className="mb-4">
          <Failure error={error} retry={() => void totals.refetch()} />
        </div>
      )}
      <div className="mb-5 flex items-start gap-4">
        <dl className="flex min-w-0 flex-1 flex-wrap gap-x-12 gap-y-4 max-sm:grid max-sm:gap-y-0.5">
          {figures.map(([name, of]) => (
            <Figure
              key={of}
              name={name}
              of={of}
              current={totals.data}
              previous={previousTotals}
              isQuiet={report.kind !== "" && report.kind !== of}
            />
          ))}
        </dl>
        <CsvButton
          what="visitors over time"
          onClick={() =>
            void downloadCsv(report, "visitors/timeseries", { interval: report.range.interval }).then(
              () => setFailed(null),
              setFailed,
            )
          }
        />
      </div>
      {series.data === undefined || series.data === null ? (
        series.error === null && <Lines count={4} className="h-16" />
      ) : (
        <Chart
          series={series.data}
          previous={previousTotals?.total ? (previousSeries.data ?? null) : null}
          kind={report.kind}
        />
      )}
    </Card>
  );
}

type Totals = WireVisitors["totals"] | null | undefined;

function Figure({
  name,
  of,
  current,
  previous,
  isQuiet,
}: {
  readonly name: string;
  readonly of: "human" | "ai" | "total";
  readonly current: Totals;
  readonly previous: Totals;
  readonly isQuiet: boolean;
}) {
  const value = current?.[of];
  const earlier = previous?.[of];
  return (
    // One row per figure on phones, where a large number would overflow a column.
    <div className="max-sm:grid max-sm:grid-cols-[5rem_1fr] max-sm:items-baseline sm:min-w-24">
      <dt className="text-sm text-quiet">{name}</dt>
      <dd className="flex items-baseline gap-x-2 max-sm:h-8 sm:h-9">
        <span
          className={`text-xl sm:text-2xl font-semibold tracking-tight tabular-nums ${isQuiet ? "text-quiet" : ""}`}
        >
          {value === undefined ? "…" : count(value)}
        </span>
        {value !== undefined && earlier !== undefined && <Change value={value} earlier={earlier} />}
      </dd>
    </div>
  );
}

/** The change from the previous period. */
function Change({ value, earlier }: { readonly value: number; readonly earlier: number }) {
  if (earlier === 0) return null;
  const percent = Math.round(((value - earlier) / earlier) * 100);
  const tone = percent > 0 ? "text-good" : percent < 0 ? "text-bad" : "text-quiet";
  return (
    <span className={`text-sm tabular-nums ${tone}`} title={`Previous period: ${count(earlier)}`}>
      {percent > 0 ? "+" : percent < 0 ? "−" : ""}
      {count(Math.abs(percent))}%
    </span>
  );
}
