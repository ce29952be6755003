import { useState } from "react";
import { count, plural } from "../ui/time.tsx";
import { axisOf, labeled } from "./axis.ts";
import type { Kind } from "./use-analytics.ts";
import type { WireSeries } from "./wire.ts";

type Point = WireSeries["points"][number];

/**
 * One bar per point, whose height is the total number of visitors. The lower part of a bar shows the AI agents, and the
 * upper part shows the people who were not also counted as AI agents. A dash marks the value at the same point of the
 * previous period. Inline SVG with percentages, so that it uses the theme's colors and its text is not stretched.
 */
export function Chart({
  series,
  previous,
  kind,
}: {
  readonly series: WireSeries;
  /** The previous period; null if there is none. */
  readonly previous: WireSeries | null;
  readonly kind: Kind;
}) {
  const { points, interval } = series;
  const [at, setAt] = useState<number | null>(null);
  const heightOf = (point: Point) => (kind === "" ? point.total : point[kind]);
  const earlier = previous?.points.map(heightOf) ?? [];
  const lines = axisOf(Math.max(0, ...points.map(heightOf), ...earlier));
  const top = lines.at(-1) ?? 1;
  const step = 100 / Math.max(1, points.length);
  const percent = (value: number) => `${value}%`;
  const y = (value: number) => percent(100 - (value / top) * 100);
  const shown = at === null ? undefined : points[at];
  return (
    <figure className="min-w-0">
      <div className="mb-3 flex min-h-5 flex-wrap items-center gap-x-4 text-sm text-quiet">
        {shown === undefined || at === null ? (
          <>
            {kind !== "ai" && <Legend className="bg-accent-solid" name="People" />}
            {kind !== "human" && <Legend className="bg-merged" name="AI agents" />}
            {previous !== null && <Legend isDash className="bg-quiet" name="Previous period" />}
          </>
        ) : (
          <span>
            <span className="text-text">{nameOf(shown, interval)}</span>:{" "}
            {plural(shown.human, "person", "people")}, {plural(shown.ai, "AI agent")}, {count(shown.total)}{" "}
            total
            {earlier[at] === undefined ? "" : ` (previous period: ${count(earlier[at])})`}
          </span>
        )}
      </div>
      <div className="grid grid-cols-[auto_minmax(0,1fr)] gap-x-2.5">
        <svg className="h-48 w-9 overflow-visible text-[11px]" aria-hidden>
          {lines.map((value) => (
            <text key={value} x="100%" y={y(value)} dy="0.35em" textAnchor="end" className="fill-quiet">
              {compact.format(value)}
            </text>
          ))}
        </svg>
        <svg className="h-48 w-full overflow-visible" aria-hidden onPointerLeave={() => setAt(null)}>
          {lines.map((value) => (
            <line
              key={value}
              x1="0"
              x2="100%"
              y1={y(value)}
              y2={y(value)}
              className={value === 0 ? "stroke-line-strong" : "stroke-line"}
            />
          ))}
          {points.map((point, index) => {
            const ai = kind === "human" ? 0 : point.ai;
            const all = heightOf(point);
            const then = earlier[index];
            const bar = { x: percent((index + 0.1) * step), width: percent(0.8 * step) };
            return (
              <g key={point.start} onPointerEnter={() => setAt(index)}>
                <rect
                  x={percent(index * step)}
                  width={percent(step)}
                  height="100%"
                  className={at === index ? "fill-hover" : "fill-transparent"}
                />
                <rect
                  {...bar}
                  y={y(all)}
                  height={percent(((all - ai) / top) * 100)}
                  className="fill-accent-solid"
                />
                <rect {...bar} y={y(ai)} height={percent((ai / top) * 100)} className="fill-merged" />
                {/* A dash for zero would lie on the axis. */}
                {then !== undefined && then > 0 && <Dash x={index * step} width={step} y={y(then)} />}
              </g>
            );
          })}
        </svg>
        <span />
        <svg className="mt-1.5 h-4 w-full overflow-visible text-[11px]" aria-hidden>
          {labeled(points.length).map((index, place) => (
            <text
              key={index}
              x={percent((index + 0.5) * step)}
              y="0.8em"
              textAnchor="middle"
              className={`fill-quiet ${place % 2 === 1 ? "max-sm:hidden" : ""}`}
            >
              {points[index] === undefined ? "" : nameOf(points[index], interval)}
            </text>
          ))}
        </svg>
      </div>
      {/* Hidden by a wrapper, because a table ignores the height that sr-only sets. */}
      <div className="sr-only">
        <table>
          <caption>Visitors over time</caption>
          <thead>
            <tr>
              <th>From</th>
              <th>People</th>
              <th>AI agents</th>
              <th>Total</th>
            </tr>
          </thead>
          <tbody>
            {points.map((point) => (
              <tr key={point.start}>
                <td>{nameOf(point, interval)}</td>
                <td>{point.human}</td>
                <td>{point.ai}</td>
                <td>{point.total}</td>
              </tr>
            ))}
          </tbody>
        </table>
      </div>
    </figure>
  );
}

/** Outlined in the card's color, to stand out from the bar behind it. */
function Dash({ x, width, y }: { readonly x: number; readonly width: number; readonly y: string }) {
  const place = { x1: `${x + 0.06 * width}%`, x2: `${x + 0.94 * width}%`, y1: y, y2: y };
  return (
    <>
      <line {...place} strokeWidth="4" className="stroke-card" />
      <line {...place} strokeWidth="1.5" className="stroke-quiet" />
    </>
  );
}

function Legend({
  className,
  name,
  isDash = false,
}: {
  readonly className: string;
  readonly name: string;
  readonly isDash?: boolean;
}) {
  return (
    <span className="flex items-center gap-1.5">
      <span className={`${isDash ? "h-0.5 w-3" : "size-2.5 rounded-xs"} ${className}`} />
      {name}
    </span>
  );
}

const compact = new Intl.NumberFormat("en", { notation: "compact", maximumFractionDigits: 1 });

const forms: Readonly<Record<WireSeries["interval"], Intl.DateTimeFormat>> = {
  hour: new Intl.DateTimeFormat(undefined, { hour: "numeric" }),
  day: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" }),
  week: new Intl.DateTimeFormat(undefined, { day: "numeric", month: "short" }),
  month: new Intl.DateTimeFormat(undefined, { month: "short", year: "2-digit" }),
};

function nameOf({ start }: Point, interval: WireSeries["interval"]): string {
  return forms[interval].format(new Date(start));
}
