import { useEffect, useRef, useSyncExternalStore } from "react";

/** An action for the open screen, such as merging the pull request of the job that it shows. */
export interface OpenCommand {
  readonly id: string;
  readonly label: string;
  readonly run: () => void;
}

let commands: readonly OpenCommand[] = [];
const listeners = new Set<() => void>();

function set(next: readonly OpenCommand[]): void {
  commands = next;
  for (const listener of listeners) listener();
}

/** Offers actions in the command palette while the calling screen is shown. Only one screen is shown at a time. */
export function useOfferedCommands(offered: readonly OpenCommand[]): void {
  const latest = useRef(offered);
  useEffect(() => {
    latest.current = offered;
  });
  useEffect(() => {
    // The functions are new after every rendering. An old one would use old data, such as a revoked link.
    const run = (id: string) => latest.current.find((command) => command.id === id)?.run();
    set(offered.map(({ id, label }) => ({ id, label, run: () => run(id) })));
    return () => set([]);
  }, [offered.map(({ id, label }) => `${id} ${label}`).join("\n")]);
}

export function useOpenCommands(): readonly OpenCommand[] {
  return useSyncExternalStore(
    (listener) => {
      listeners.add(listener);
      return () => listeners.delete(listener);
    },
    () => commands,
  );
}
