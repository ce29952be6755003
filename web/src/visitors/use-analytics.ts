import { useQuery } from "@tanstack/react-query";
import { call, root } from "../api/call.ts";
import type { Range } from "./range.ts";
import type { WireRule, WireSeries, WireVisitors } from "./wire.ts";

/** Where the counts come from: a project that one belongs to, or whatever project a link opens. */
export interface Source {
  /** What answers of it are kept under. */
  readonly id: string;
  /** Below the dashboard's calls. */
  readonly path: string;
  readonly rulesPath: string;
  /** The token of a link; null where a session opens it. */
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

/** What every question of this screen is about. */
export interface Scope {
  readonly source: Source;
  readonly range: Range;
  /** A page and those below it; "" for the whole site. */
  readonly prefix: string;
  /** "" for both. */
  readonly kind: Kind;
}

/** Browsers that do not know where they are say so by a zone that is none. */
const named: string | undefined = Intl.DateTimeFormat().resolvedOptions().timeZone;
const zone = named === undefined || named === "Etc/Unknown" ? "UTC" : named;
const refetchMs = 30_000;

type Query = Readonly<Record<string, string>>;

function pathOf({ source, range, prefix }: Scope, what: string, more: Query = {}): string {
  const query = new URLSearchParams({ timezone: zone });
  for (const [name, value] of Object.entries(more)) if (value !== "") query.set(name, value);
  if (range.from !== null) query.set("dateFrom", range.from);
  if (range.to !== null) query.set("dateTo", range.to);
  if (prefix !== "") query.set("pathPrefix", prefix);
  return `${source.path}/${what}?${query.toString()}`;
}

const keyOf = ({ source, range, prefix }: Scope, what: string) => [
  "analytics",
  source.id,
  what,
  range.from,
  range.to,
  prefix,
];

function ask<Answer>({ token }: Source, path: string, signal: AbortSignal): Promise<Answer> {
  return call<Answer>(path, { signal, ...(token === null ? {} : { headers: { "docwright-share": token } }) });
}

/** How many came, of the whole site or below the prefix. */
export function useTotals(scope: Scope | null) {
  return useQuery({
    queryKey: scope === null ? ["analytics", "none"] : keyOf(scope, "totals"),
    queryFn: async ({ signal }) =>
      scope === null
        ? null
        : (await ask<WireVisitors>(scope.source, pathOf(scope, "visitors", { limit: "1" }), signal)).totals,
    enabled: scope !== null,
    refetchInterval: refetchMs,
    placeholderData: (before) => before,
  });
}

export function useSeries(scope: Scope | null) {
  const interval = scope?.range.interval ?? "day";
  return useQuery({
    queryKey: scope === null ? ["analytics", "none"] : [...keyOf(scope, "series"), interval],
    queryFn: ({ signal }) =>
      scope === null
        ? null
        : ask<WireSeries>(scope.source, pathOf(scope, "visitors/timeseries", { interval }), signal),
    enabled: scope !== null,
    refetchInterval: refetchMs,
    placeholderData: (before) => before,
  });
}

/** Which rows of a table, in which order. */
export interface TableState {
  readonly q: string;
  /** A column; "" for the order that the table has by itself. */
  readonly sort: string;
  readonly order: "" | "asc" | "desc";
  /** The first row that is shown. */
  readonly offset: number;
}

export const rowsAtOnce = 10;

/** One page of a table. The service keeps the pages of one walk in step with each other. */
export function useTable<Answer>(scope: Scope, what: string, state: TableState, more: Query) {
  const { q, sort, order, offset } = state;
  const query = { ...more, q, sort, order, limit: String(rowsAtOnce), offset: String(offset) };
  return useQuery({
    queryKey: [...keyOf(scope, what), query],
    queryFn: ({ signal }) => ask<Answer>(scope.source, pathOf(scope, what, query), signal),
    placeholderData: (before) => before,
  });
}

/** Visitors of the last half hour, asked for again and again. */
export function useLive(source: Source) {
  return useQuery({
    queryKey: ["analytics", source.id, "live"],
    queryFn: async ({ signal }) => {
      const from = new Date(Date.now() - 30 * 60_000).toISOString();
      const query = new URLSearchParams({ dateFrom: from, limit: "1" });
      return (await ask<WireVisitors>(source, `${source.path}/visitors?${query.toString()}`, signal)).totals;
    },
    refetchInterval: 10_000,
  });
}

/** How agents and bots are recognised: the same names as in the tables. */
export function useRules(source: Source) {
  return useQuery({
    queryKey: ["analytics", source.id, "rules"],
    queryFn: async ({ signal }) =>
      (await ask<{ rules: readonly WireRule[] }>(source, source.rulesPath, signal)).rules,
    staleTime: 60_000,
  });
}

/** The whole table as a file, as the API writes it. */
export async function downloadCsv(scope: Scope, what: string, more: Query = {}): Promise<void> {
  const { token } = scope.source;
  const response = await fetch(`${root}dashboard/${pathOf(scope, what, more)}`, {
    headers: { accept: "text/csv", ...(token === null ? {} : { "docwright-share": token }) },
    credentials: "same-origin",
  });
  if (!response.ok) throw new Error(`The service answered ${response.status}.`);
  const url = URL.createObjectURL(await response.blob());
  const link = document.createElement("a");
  link.href = url;
  link.download = `${what.replace("/", "-")}.csv`;
  link.click();
  URL.revokeObjectURL(url);
}
