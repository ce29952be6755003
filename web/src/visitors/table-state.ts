import { useUrlState } from "../api/url-state.ts";
import { type ListId, listIds } from "./lists.ts";
import type { TableState } from "./use-analytics.ts";

/** URL changes that return the open list to its first rows; used when the range or a filter changes. */
export const fromFirstRows = { at: null } as const;

/** URL changes that close the open list. */
export const closedList = { list: null, q: null, sort: null, order: null, at: null } as const;

/** Returns the URL changes that open a list. */
export const openList = (id: ListId) => ({ ...closedList, list: id });

/** The list that is open in a sheet, and its state, kept in the URL: `list=pages&q=deploy&sort=human&at=50`. */
export function useOpenList(): {
  readonly id: ListId | null;
  readonly state: TableState;
  readonly change: (by: Partial<TableState>) => void;
} {
  const { params, change } = useUrlState();
  const text = (name: string) => params.get(name) ?? "";
  const order = text("order");
  return {
    id: listIds.find((id) => id === params.get("list")) ?? null,
    state: {
      q: text("q").slice(0, 200),
      sort: text("sort"),
      order: order === "asc" || order === "desc" ? order : "",
      offset: /^[1-9][0-9]{0,6}$/u.test(text("at")) ? Number(text("at")) : 0,
    },
    change: ({ offset = 0, ...by }) => change({ ...by, at: offset === 0 ? null : String(offset) }),
  };
}
