import { useDeferredValue, useEffect, useState } from "react";
import { useAddress } from "../api/address.ts";
import { Button } from "../ui/button.tsx";
import { Card, Failure, Lines } from "../ui/card.tsx";
import { Segmented } from "../ui/segmented.tsx";
import { count } from "../ui/time.tsx";
import { Chart } from "./chart.tsx";
import { choices, rangeBefore, readRange, today } from "./range.ts";
import { fromFirstRows } from "./table-state.ts";
import { Tables } from "./tables.tsx";
import {
  downloadCsv,
  type Kind,
  type Scope,
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

/** What is counted, in the range, the part of the site and the kind that the address says. */
export function Report({ source }: { readonly source: Source }) {
  const { params, change } = useAddress();
  const range = readRange(params, today());
  const kind = kinds.find(([id]) => id === params.get("kind"))?.[0] ?? "";
  const [text, setText] = useState(params.get("below") ?? "");
  const prefix = useDeferredValue(
    text
      .trim()
      .replace(/^(?=[^/])/u, "/")
      .replace(/^\/$/u, ""),
  );
  const scope: Scope = { source, range, prefix, kind };
  const isBelow = params.get("below") ?? "";
  useEffect(() => {
    if (prefix !== isBelow) change({ ...fromFirstRows, below: prefix });
  }, [prefix]);
  return (
    <div className="grid grid-cols-1 gap-5">
      <div className="flex flex-wrap items-center gap-x-4 gap-y-2">
        <Segmented
          label="Time"
          choices={choices}
          value={range.id}
          onChange={(id) => change({ ...fromFirstRows, range: id })}
        />
        {range.id === "custom" && (
          <div className="flex items-center gap-2 text-sm">
            <DayField
              label="First day"
              value={params.get("from") ?? ""}
              onChange={(from) => change({ ...fromFirstRows, from })}
            />
            –
            <DayField
              label="Last day"
              value={params.get("to") ?? ""}
              onChange={(to) => change({ ...fromFirstRows, to })}
            />
          </div>
        )}
        <div className="flex flex-wrap items-center gap-x-4 gap-y-2 max-sm:w-full sm:ml-auto">
          <Segmented
            label="Who"
            choices={kinds}
            value={kind}
            onChange={(id) => change({ ...fromFirstRows, kind: id })}
          />
          <input
            type="search"
            aria-label="Only pages below"
            placeholder="Below, e.g. /guides"
            value={text}
            maxLength={500}
            spellCheck={false}
            onChange={(event) => setText(event.target.value)}
            className="control w-full sm:w-48"
          />
        </div>
      </div>
      <Summary scope={scope} />
      <Tables scope={scope} onPrefix={setText} />
    </div>
  );
}

function DayField({
  label,
  value,
  onChange,
}: {
  readonly label: string;
  readonly value: string;
  readonly onChange: (day: string) => void;
}) {
  return (
    <input
      type="date"
      aria-label={label}
      value={value}
      onChange={(event) => onChange(event.target.value)}
      className="control w-36"
    />
  );
}

/** Who came just now. */
export function Live({ source }: { readonly source: Source }) {
  const { data } = useLive(source);
  if (data === undefined) return null;
  return (
    <span
      className="flex h-9 items-center gap-2 text-sm text-quiet"
      title={`${count(data.human)} people, ${count(data.ai)} AI agents`}
    >
      <span
        aria-hidden
        className={`size-2 rounded-full ${data.total > 0 ? "animate-breathe bg-good" : "bg-line-strong"}`}
      />
      {count(data.total)} in the last 30 minutes
    </span>
  );
}

function Summary({ scope }: { readonly scope: Scope }) {
  const earlier = rangeBefore(scope.range);
  const scopeBefore = earlier === null ? null : { ...scope, range: earlier };
  const totals = useTotals(scope);
  const before = useTotals(scopeBefore);
  const series = useSeries(scope);
  const seriesBefore = useSeries(scopeBefore);
  const [failed, setFailed] = useState<Error | null>(null);
  const error = totals.error ?? series.error ?? failed;
  const then = earlier === null ? null : before.data;
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
              now={totals.data}
              before={then}
              isQuiet={scope.kind !== "" && scope.kind !== of}
            />
          ))}
        </dl>
        <Button
          small
          kind="quiet"
          aria-label="Visitors over time as CSV"
          onClick={() =>
            void downloadCsv(scope, "visitors/timeseries", { interval: scope.range.interval }).then(
              () => setFailed(null),
              setFailed,
            )
          }
        >
          CSV
        </Button>
      </div>
      {series.data === undefined || series.data === null ? (
        series.error === null && <Lines count={4} className="h-16" />
      ) : (
        <Chart
          series={series.data}
          before={
            then === undefined || then === null || then.total === 0 ? null : (seriesBefore.data ?? null)
          }
          kind={scope.kind}
        />
      )}
    </Card>
  );
}

type Totals = WireVisitors["totals"] | null | undefined;

function Figure({
  name,
  of,
  now,
  before,
  isQuiet,
}: {
  readonly name: string;
  readonly of: "human" | "ai" | "total";
  readonly now: Totals;
  readonly before: Totals;
  readonly isQuiet: boolean;
}) {
  const value = now?.[of];
  const earlier = before?.[of];
  return (
    // A row on a phone: a large number would reach into the next column there.
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

/** Against as many days before. */
function Change({ value, earlier }: { readonly value: number; readonly earlier: number }) {
  if (earlier === 0) return null;
  const percent = Math.round(((value - earlier) / earlier) * 100);
  const tone = percent > 0 ? "text-good" : percent < 0 ? "text-bad" : "text-quiet";
  return (
    <span className={`text-sm tabular-nums ${tone}`} title={`${count(earlier)} in the time before`}>
      {percent > 0 ? "+" : percent < 0 ? "−" : ""}
      {count(Math.abs(percent))} %
    </span>
  );
}
