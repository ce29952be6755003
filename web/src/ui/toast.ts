import { useSyncExternalStore } from "react";

export interface Toast {
  readonly id: number;
  readonly text: string;
  /** Reverses the action that the toast reports. */
  readonly undo: (() => void) | null;
  /** A screen that shows more. */
  readonly link: { readonly label: string; readonly to: string } | null;
  readonly isError: boolean;
}

/** More toasts would cover the page, so the oldest ones are dropped. */
const shownMax = 3;

let toasts: readonly Toast[] = [];
let lastId = 0;
const listeners = new Set<() => void>();

function set(next: readonly Toast[]): void {
  toasts = next;
  for (const listener of listeners) listener();
}

/** Reports a finished action at the edge of the window. */
export function toast(
  text: string,
  { undo = null, link = null, isError = false }: Partial<Omit<Toast, "id" | "text">> = {},
) {
  lastId += 1;
  set([...toasts.slice(1 - shownMax), { id: lastId, text, undo, link, isError }]);
}

export function removeToast(id: number): void {
  set(toasts.filter((one) => one.id !== id));
}

export function useToasts(): readonly Toast[] {
  return useSyncExternalStore(listen, () => toasts);
}

function listen(listener: () => void): () => void {
  listeners.add(listener);
  return () => listeners.delete(listener);
}
