import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

/**
 * The browser's own modal dialog: it keeps the focus and gives it back, closes on Escape and on a click beside it, and
 * what lies behind it is out of reach.
 */
export function Dialog({
  title,
  onClose,
  children,
  wide = false,
  bare = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Without its head: the title is for screen readers only. */
  readonly bare?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const isGone = useRef(false);
  const beganBeside = useRef(false);
  const id = useId();
  // Closed while it is still in the page: only then does the browser give the focus back to where it came from.
  useLayoutEffect(() => {
    const dialog = ref.current;
    isGone.current = false;
    dialog?.showModal();
    return () => {
      isGone.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={() => {
        if (!isGone.current) onClose();
      }}
      onPointerDown={(event) => {
        beganBeside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        // A selection that was drawn out of a field ends beside it too: it closes nothing.
        if (event.target === ref.current && beganBeside.current) onClose();
      }}
      onKeyDown={(event) => {
        // Closed by Escape, it has the focus for some milliseconds more.
        if (ref.current?.open === true) event.stopPropagation();
      }}
      className={`w-[calc(100%-2rem)] rounded-card bg-raised text-text shadow-raised ${wide ? "max-w-2xl" : "max-w-md"} ${bare ? "mt-[12vh]" : ""}`}
    >
      <div className={bare ? "" : "p-5"}>
        <h2 id={id} className={bare ? "sr-only" : "mb-3 text-lg"}>
          {title}
        </h2>
        {children}
      </div>
    </dialog>
  );
}
