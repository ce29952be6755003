import { useUrlState } from "../api/url-state.ts";
import type { TableState } from "./use-analytics.ts";

const tableIds = ["pages", "agents", "sites", "left-out"] as const;
export type TableId = (typeof tableIds)[number];

/** URL changes that return every table to its first rows; used when the range or a filter changes. */
export const fromFirstRows: Readonly<Record<string, null>> = Object.fromEntries(
  tableIds.map((id) => [`${id}-at`, null]),
);

/** A table's state, kept in the URL: `pages-q=deploy&pages-sort=human&pages-at=20`. */
export function useTableState(id: TableId): {
  readonly state: TableState;
  readonly change: (by: Partial<TableState>) => void;
} {
  const { params, change } = useUrlState();
  const text = (name: string) => params.get(`${id}-${name}`) ?? "";
  const order = text("order");
  return {
    state: {
      q: text("q").slice(0, 200),
      sort: text("sort"),
      order: order === "asc" || order === "desc" ? order : "",
      offset: /^[1-9][0-9]{0,6}$/u.test(text("at")) ? Number(text("at")) : 0,
    },
    change: ({ offset = 0, ...by }) =>
      change({
        ...Object.fromEntries(Object.entries(by).map(([name, value]) => [`${id}-${name}`, value])),
        [`${id}-at`]: offset === 0 ? null : String(offset),
      }),
  };
}
