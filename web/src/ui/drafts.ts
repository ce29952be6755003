import { useEffect, useState, useSyncExternalStore } from "react";

/**
 * What was typed and not saved or sent, by form: it stays while people look at other screens, or sign in again. Texts
 * only; nothing secret is kept here.
 */
const drafts = new Map<string, Readonly<Record<string, string>>>();
const listeners = new Set<() => void>();

function change(work: () => void): void {
  work();
  for (const listener of listeners) listener();
}

const listen = (listener: () => void) => {
  listeners.add(listener);
  return () => listeners.delete(listener);
};

const none: Readonly<Record<string, string>> = Object.freeze({});

export interface Draft {
  /** Fields that differ from what is saved. */
  readonly changed: Readonly<Record<string, string>>;
  set(name: string, text: string, saved: string): void;
  /** These were saved: what was typed meanwhile stays. */
  forget(saved: Readonly<Record<string, string>>): void;
  clear(): void;
}

export function useDraft(form: string): Draft {
  const changed = useSyncExternalStore(listen, () => drafts.get(form) ?? none);
  const put = (next: Readonly<Record<string, string>>) =>
    change(() => (Object.keys(next).length === 0 ? drafts.delete(form) : drafts.set(form, next)));
  return {
    changed,
    set(name, text, saved) {
      const { [name]: _before, ...others } = drafts.get(form) ?? none;
      put(text === saved ? others : { ...others, [name]: text });
    },
    forget(saved) {
      const now = Object.entries(drafts.get(form) ?? none);
      put(Object.fromEntries(now.filter(([name, text]) => saved[name] !== text)));
    },
    clear: () => change(() => drafts.delete(form)),
  };
}

/**
 * One text that is sent. The field keeps it by itself and it is noted beside that: of what is typed right after the
 * field was shown, before anything listens to the notes, no letter is lost.
 */
export function useDraftText(form: string) {
  const [text, setText] = useState(() => drafts.get(form)?.text ?? "");
  const type = (next: string) => {
    setText(next);
    change(() => (next === "" ? drafts.delete(form) : drafts.set(form, { text: next })));
  };
  /** This was sent: what was typed meanwhile stays. */
  const forget = (sent: string) => {
    if (drafts.get(form)?.text === sent) type("");
  };
  return { text, type, forget };
}

/** Has the browser ask before it leaves a page with changes that nobody saved, in forms whose names begin so. */
export function useLeaveWarning(forms: string): void {
  const hasDrafts = useSyncExternalStore(listen, () =>
    [...drafts.keys()].some((form) => form.startsWith(forms)),
  );
  useEffect(() => {
    if (!hasDrafts) return;
    const ask = (event: BeforeUnloadEvent) => event.preventDefault();
    addEventListener("beforeunload", ask);
    return () => removeEventListener("beforeunload", ask);
  }, [hasDrafts]);
}
