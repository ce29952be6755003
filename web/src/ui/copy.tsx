import { useEffect, useState } from "react";
import { CheckIcon, CopyIcon, CrossIcon } from "./icons.tsx";
import { Preformatted } from "./preformatted.tsx";

type Outcome = "copied" | "failed";

/** Copies, and says that it did, or that the browser did not let it. */
export function CopyButton({ text, what }: { readonly text: string; readonly what: string }) {
  const [outcome, setOutcome] = useState<Outcome | null>(null);
  useEffect(() => {
    if (outcome === null) return;
    const timer = setTimeout(() => setOutcome(null), 1800);
    return () => clearTimeout(timer);
  }, [outcome]);
  const said =
    outcome === null
      ? `Copy ${what}`
      : outcome === "copied"
        ? `Copied ${what}`
        : `The browser did not copy ${what}: select it`;
  return (
    <button
      type="button"
      onClick={({ currentTarget }) =>
        void copy(text, currentTarget).then(
          () => setOutcome("copied"),
          () => setOutcome("failed"),
        )
      }
      aria-label={said}
      title={said}
      className="grid size-7 flex-none place-items-center rounded-control text-quiet hover:bg-hover hover:text-text"
    >
      {outcome === null ? (
        <CopyIcon />
      ) : outcome === "copied" ? (
        <CheckIcon className="text-good" />
      ) : (
        <CrossIcon className="text-bad" />
      )}
      <span role="status" className="sr-only">
        {outcome === null ? "" : said}
      </span>
    </button>
  );
}

/**
 * The clipboard is there on https and on this machine only: elsewhere the old way, through a selection. It is made
 * beside the button: what lies behind an open dialog cannot be selected.
 */
async function copy(text: string, button: HTMLElement): Promise<void> {
  if (navigator.clipboard !== undefined) return navigator.clipboard.writeText(text);
  const area = document.createElement("textarea");
  area.value = text;
  area.className = "fixed top-0 opacity-0";
  button.before(area);
  area.select();
  // oxlint-disable-next-line typescript/no-deprecated -- on plain http there is no other way.
  const isCopied = document.execCommand("copy");
  area.remove();
  button.focus();
  if (!isCopied) throw new Error("The browser did not copy it.");
}

/** A value to take elsewhere, in one line. */
export function CopyLine({
  text,
  what,
  onTint = false,
}: {
  readonly text: string;
  readonly what: string;
  /** It stands on a coloured ground. */
  readonly onTint?: boolean;
}) {
  return (
    <div
      className={`flex min-w-0 items-center gap-1 rounded-control border border-line py-0.5 pr-1 pl-3 ${onTint ? "bg-card" : "bg-sunken"}`}
    >
      <code className="min-w-0 flex-1 font-mono text-sm wrap-anywhere">{text}</code>
      <CopyButton text={text} what={what} />
    </div>
  );
}

/** Several lines to take elsewhere. */
export function CopyBlock({ text, what }: { readonly text: string; readonly what: string }) {
  return (
    <div className="relative min-w-0">
      <Preformatted text={text} label={what} className="border border-line pr-12" />
      <div className="absolute top-1.5 right-1.5 rounded-control bg-sunken">
        <CopyButton text={text} what={what} />
      </div>
    </div>
  );
}
