import { type ReactNode, useId, useLayoutEffect, useRef } from "react";

/**
 * The browser's modal dialog. It traps the focus and restores it afterwards, closes on Escape and on a click outside,
 * and makes everything behind it inert.
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
  /** Hides the title from everyone except screen readers. */
  readonly bare?: boolean;
}) {
  const ref = useRef<HTMLDialogElement>(null);
  const isUnmounting = useRef(false);
  const pressedOutside = useRef(false);
  const id = useId();
  // Close before the element is removed. Otherwise, the browser does not restore the focus.
  useLayoutEffect(() => {
    const dialog = ref.current;
    isUnmounting.current = false;
    dialog?.showModal();
    return () => {
      isUnmounting.current = true;
      dialog?.close();
    };
  }, []);
  return (
    <dialog
      ref={ref}
      aria-labelledby={id}
      onClose={() => {
        if (!isUnmounting.current) onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        // A selection that starts in a field can end outside the dialog, and must not close it.
        if (event.target === ref.current && pressedOutside.current) onClose();
      }}
      onKeyDown={(event) => {
        // After Escape, the dialog keeps the focus for a few milliseconds.
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
