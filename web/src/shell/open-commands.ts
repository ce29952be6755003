import { useEffect, useSyncExternalStore } from "react";

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
  useEffect(() => {
    set(offered);
    return () => set([]);
    // The IDs and labels identify the actions; their functions are recreated with every rendering, but do the same.
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
