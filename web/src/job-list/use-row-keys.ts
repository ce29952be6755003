import type { RefObject } from "react";
import { useShortcuts } from "../shell/shortcuts.ts";

/** `j` and `k` move the focus to the next and the previous row, and `x` selects the row that has the focus. */
export function useRowKeys(list: RefObject<HTMLElement | null>, select: ((id: string) => void) | null): void {
  const rows = () => [...(list.current?.querySelectorAll<HTMLElement>("[data-row]") ?? [])];
  const current = () => rows().findIndex((row) => row.contains(document.activeElement));
  const move = (by: number) => {
    const all = rows();
    const row = all[Math.max(0, Math.min(current() + by, all.length - 1))];
    row?.querySelector<HTMLElement>("a, button")?.focus();
  };
  useShortcuts({
    j: () => move(1),
    k: () => move(-1),
    ...(select === null
      ? {}
      : {
          x: () => {
            const id = rows()[current()]?.dataset.row;
            if (id !== undefined) select(id);
          },
        }),
  });
}
