import { useEffect, useRef } from "react";

/** Maps keys to actions: `c`, `?`, or a sequence such as `g j`. `mod+k` is Ctrl or ⌘ with K. */
export type Shortcuts = Readonly<Record<string, () => void>>;

const isApple = /Mac OS|iPhone|iPad/u.test(navigator.userAgent);
/** The name of the `mod` key on the reader's keyboard. */
export const modName = isApple ? "⌘" : "Ctrl";
/** `Ctrl+K`, or `⌘K` on Apple keyboards. */
export const modKeys = (key: string): string => (isApple ? `⌘${key}` : `Ctrl+${key}`);

const sequenceMs = 1200;
/** Sequences begin with this key. */
const sequenceStart = "g";

/** Radio buttons handle arrow keys, and menus handle letters. */
function handlesKey(target: EventTarget | null, key: string): boolean {
  if (!(target instanceof Element)) return false;
  if (target.closest("[role=menu]") !== null) return true;
  return key.startsWith("Arrow") && target.closest("[type=radio]") !== null;
}

/** Handles shortcuts outside of form controls. Shortcuts with `mod` also work while typing. */
export function useShortcuts(shortcuts: Shortcuts): void {
  const current = useRef(shortcuts);
  current.current = shortcuts;
  useEffect(() => {
    let first: { readonly key: string; readonly at: number } | null = null;
    const onKey = (event: KeyboardEvent) => {
      if (event.altKey || event.isComposing) return;
      if (event.ctrlKey || event.metaKey) {
        run(event, current.current[`mod+${event.key.toLowerCase()}`]);
        return;
      }
      if (isTyping(event.target) || document.querySelector("dialog[open]") !== null) return;
      const pair =
        first !== null && event.timeStamp - first.at < sequenceMs ? `${first.key} ${event.key}` : "";
      if (handlesKey(event.target, event.key)) return;
      first = { key: event.key, at: event.timeStamp };
      // Screens have their own shortcuts, which must not run on the second key of a sequence.
      run(
        event,
        current.current[pair] ??
          (pair.startsWith(`${sequenceStart} `) ? undefined : current.current[event.key]),
      );
    };
    addEventListener("keydown", onKey);
    return () => removeEventListener("keydown", onKey);
  }, []);
}

function run(event: KeyboardEvent, work: (() => void) | undefined): void {
  if (work === undefined) return;
  event.preventDefault();
  work();
}

function isTyping(target: EventTarget | null): boolean {
  if (!(target instanceof Element) || target.closest("dialog:not([open])") !== null) return false;
  const control = target.closest("input, textarea, select, [contenteditable]");
  return (
    control !== null && !(control instanceof HTMLInputElement && /^(?:radio|checkbox)$/u.test(control.type))
  );
}
