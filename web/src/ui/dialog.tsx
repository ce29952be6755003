import { type ReactNode, useEffect, useId, useRef } from "react";

/** The browser's own modal dialog: it keeps the focus, closes on Escape, and what lies behind it is out of reach. */
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
  const id = useId();
  useEffect(() => {
    const dialog = ref.current;
    dialog?.showModal();
    return () => dialog?.close();
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={onClose}
      onClick={(event) => {
        if (event.target === ref.current) onClose();
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
