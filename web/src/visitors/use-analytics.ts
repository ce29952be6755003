import { useQuery } from "@tanstack/react-query";
import { call, root } from "../api/call.ts";
import type { Range } from "./range.ts";
import type { WireRule, WireSeries, WireVisitors } from "./wire.ts";

/** The project whose visitors are read, either in a session or through a share link. */
export interface Source {
  /** Identifies the project in cache keys. */
  readonly id: string;
  /** Relative to `/dashboard/`. */
  readonly path: string;
  readonly rulesPath: string;
  /** The share link's token; null in a session. */
  readonly token: string | null;
}

export const projectSource = (projectId: string): Source => ({
  id: projectId,
  path: `v1/analytics/${projectId}`,
  rulesPath: `projects/${projectId}/recognition`,
  token: null,
});

export const sharedSource = (token: string): Source => ({
  id: `shared ${token}`,
  path: "shared",
  rulesPath: "shared/recognition",
  token,
});

export type Kind = "" | "human" | "ai";

/** The content of the visitor report: a project's visitors, filtered by range, path and kind. */
export interface ReportQuery {
  readonly source: Source;
  readonly range: Range;
  /** A page and the pages below it; "" for the whole site. */
  readonly prefix: string;
  /** "" for both. */
  readonly kind: Kind;
}

/** Browsers that don't know their time zone report no zone or `Etc/Unknown`. */
const browserZone: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = browserZone === undefined || browserZone === "Etc/Unknown" ? "UTC" : browserZone;
const refetchMs = 30_000;

type Params = Readonly<Record<string, string>>;

function pathOf({ source, range, prefix }: ReportQuery, endpoint: string, more: Params = {}): string {
  const query = new URLSearchParams({ timezone: zone });
  for (const [name, value] of Object.entries(more)) if (value !== "") query.set(name, value);
  if (range.from !== null) query.set("dateFrom", range.from);
  if (range.to !== null) query.set("dateTo", range.to);
  if (prefix !== "") query.set("pathPrefix", prefix);
  return `${source.path}/${endpoint}?${query.toString()}`;
}

const keyOf = ({ source, range, prefix }: ReportQuery, endpoint: string) => [
  "analytics",
  source.id,
  endpoint,
  range.from,
  range.to,
  prefix,
];

function fetchJson<Answer>({ token }: Source, path: string, signal: AbortSignal): Promise<Answer> {
  return call<Answer>(path, { signal, ...(token === null ? {} : { headers: { "docwright-share": token } }) });
}

/** Total visitors of the whole site, or of the pages under the prefix. */
export function useTotals(report: ReportQuery | null) {
  return useQuery({
    queryKey: report === null ? ["analytics", "none"] : keyOf(report, "totals"),
    queryFn: async ({ signal }) =>
      report === null
        ? null
        : (await fetchJson<WireVisitors>(report.source, pathOf(report, "visitors", { limit: "1" }), signal))
            .totals,
    enabled: report !== null,
    refetchInterval: refetchMs,
    placeholderData: (previous) => previous,
  });
}

export function useSeries(report: ReportQuery | null) {
  const interval = report?.range.interval ?? "day";
  return useQuery({
    queryKey: report === null ? ["analytics", "none"] : [...keyOf(report, "series"), interval],
    queryFn: ({ signal }) =>
      report === null
        ? null
        : fetchJson<WireSeries>(report.source, pathOf(report, "visitors/timeseries", { interval }), signal),
    enabled: report !== null,
    refetchInterval: refetchMs,
    placeholderData: (previous) => previous,
  });
}

/** Search, order and position of a table. */
export interface TableState {
  readonly q: string;
  /** The column to sort by; "" for the default order. */
  readonly sort: string;
  readonly order: "" | "asc" | "desc";
  /** The index of the first row. */
  readonly offset: number;
}

export const rowsPerPage = 10;

/** One page of a table. The service reads all pages of a table from one snapshot. */
export function useTable<Answer>(report: ReportQuery, endpoint: string, state: TableState, more: Params) {
  const { q, sort, order, offset } = state;
  const query = { ...more, q, sort, order, limit: String(rowsPerPage), offset: String(offset) };
  return useQuery({
    queryKey: [...keyOf(report, endpoint), query],
    queryFn: ({ signal }) => fetchJson<Answer>(report.source, pathOf(report, endpoint, query), signal),
    placeholderData: (previous) => previous,
  });
}

/** Visitors in the last 30 minutes, refetched every 10 seconds. */
export function useLive(source: Source) {
  return useQuery({
    queryKey: ["analytics", source.id, "live"],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - 30 * 60_000).toISOString();
      const query = new URLSearchParams({ dateFrom: from, limit: "1" });
      return (await fetchJson<WireVisitors>(source, `${source.path}/visitors?${query.toString()}`, signal))
        .totals;
    },
    refetchInterval: 10_000,
  });
}

/** The rules that identify agents and bots, by the names used in the tables. */
export function useRules(source: Source) {
  return useQuery({
    queryKey: ["analytics", source.id, "rules"],
    queryFn: async ({ signal }) =>
      (await fetchJson<{ rules: readonly WireRule[] }>(source, source.rulesPath, signal)).rules,
    staleTime: 60_000,
  });
}

/** Downloads all rows as CSV from the API. */
export async function downloadCsv(report: ReportQuery, endpoint: string, more: Params = {}): Promise<void> {
  const { token } = report.source;
  const response = await fetch(`${root}dashboard/${pathOf(report, endpoint, more)}`, {
    headers: { accept: "text/csv", ...(token === null ? {} : { "docwright-share": token }) },
    credentials: "same-origin",
  });
  if (!response.ok) throw new Error(`The service returned an error (${response.status}). Try again.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `${endpoint.replace("/", "-")}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
