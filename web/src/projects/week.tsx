import { useId } from "react";
import { count } from "../ui/time.tsx";
import { barsOf } from "../visitors/chart-points.ts";
import { today } from "../visitors/dates.ts";
import { readRange } from "../visitors/range.ts";
import { projectSource, useSeries, useTotals } from "../visitors/use-analytics.ts";

const days = 7;
const week = new URLSearchParams("range=7d");

/** A project's visitors in the last seven days: their number, and one bar per day. */
export function Week({ projectId }: { readonly projectId: string }) {
  const report = {
    source: projectSource(projectId),
    range: readRange(week, today()),
    prefix: "",
    filters: {},
  };
  const { data: totals } = useTotals(report);
  const { data: series } = useSeries(report);
  const heights =
    series === undefined || series === null
      ? []
      : barsOf(series, { previous: null, kind: "", now: new Date() }).map(({ height }) => height);
  return (
    <div className="flex items-end justify-between gap-4">
      <p className="min-w-0">
        <span className="block text-2xl font-semibold tabular-nums">
          {totals === undefined || totals === null ? "\u00a0" : count(totals.total)}
        </span>
        <span className="block text-sm text-quiet">
          {totals?.total === 1 ? "visitor" : "visitors"} in 7 days
        </span>
      </p>
      <Bars heights={heights} />
    </div>
  );
}

/** Decorative, because the number beside it is enough. The last bar is lighter, because today isn't over. */
function Bars({ heights }: { readonly heights: readonly number[] }) {
  const top = Math.max(1, ...heights);
  const id = useId();
  return (
    <svg aria-hidden viewBox="0 0 112 48" className="h-12 w-28 flex-none overflow-visible">
      {Array.from({ length: days }, (_, index) => {
        const value = heights[index] ?? 0;
        const height = value === 0 ? 2 : Math.max(3, (value / top) * 48);
        return (
          <rect
            key={`${id}${index}`}
            x={index * 16 + 1.5}
            y={48 - height}
            width="13"
            height={height}
            rx="2.5"
            className={value === 0 ? "fill-line" : "fill-accent-solid"}
            opacity={index === days - 1 && value > 0 ? 0.55 : 1}
          />
        );
      })}
    </svg>
  );
}
