import { type ReactNode, useId, useLayoutEffect, useRef } from "react";
import { Button } from "./button.tsx";
import { CrossIcon } from "./icons.tsx";

const drawerShape = "m-0 h-dvh max-h-none w-72 max-w-[85vw]";
const sheetShape =
  "mx-0 mt-auto mb-0 h-[88dvh] max-h-none w-full max-w-none rounded-t-card sm:my-0 sm:ml-auto sm:h-dvh sm:max-w-xl sm:rounded-none sm:rounded-l-card";

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
  sheet = false,
  drawer = false,
  busy = false,
}: {
  readonly title: string;
  readonly onClose: () => void;
  readonly children: ReactNode;
  readonly wide?: boolean;
  /** Hides the title from everyone except screen readers. */
  readonly bare?: boolean;
  /** Opens at the side of the window, or at the bottom on phones, with a button that closes it. */
  readonly sheet?: boolean;
  /** Opens at the left side of the window, over the page. For phones. */
  readonly drawer?: boolean;
  /** Keeps the dialog open while its action is running. */
  readonly busy?: boolean;
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
      onCancel={(event) => {
        if (busy && event.target === event.currentTarget) event.preventDefault();
      }}
      onClose={(event) => {
        // React also passes on the events of a dialog in this one.
        if (isUnmounting.current || event.target !== event.currentTarget) return;
        // Browsers close a dialog when Escape is pressed again, even if its first event was canceled.
        if (busy) event.currentTarget.showModal();
        else onClose();
      }}
      onPointerDown={(event) => {
        pressedOutside.current = event.target === ref.current;
      }}
      onClick={(event) => {
        // A selection that starts in a field can end outside the dialog, and must not close it.
        if (event.target === ref.current && pressedOutside.current && !busy) onClose();
      }}
      onKeyDown={(event) => {
        // After Escape, the dialog keeps the focus for a few milliseconds.
        if (ref.current?.open === true) event.stopPropagation();
      }}
      className={`bg-raised text-text shadow-raised ${drawer ? drawerShape : sheet ? sheetShape : `w-[calc(100%-2rem)] rounded-card ${wide ? "max-w-2xl" : "max-w-md"} ${bare ? "mt-[12vh]" : ""}`}`}
    >
      {sheet ? (
        <div className="flex h-full flex-col">
          <header className="flex items-center gap-2 border-b border-line py-2 pr-3 pl-5">
            <h2 id={id} className="min-w-0 flex-1 truncate text-lg">
              {title}
            </h2>
            <Button kind="quiet" square aria-label="Close" className="max-sm:size-11" onClick={onClose}>
              <CrossIcon />
            </Button>
          </header>
          {children}
        </div>
      ) : (
        <div className={drawer ? "h-full" : bare ? "" : "p-5"}>
          <h2 id={id} className={bare || drawer ? "sr-only" : "mb-3 text-lg"}>
            {title}
          </h2>
          {children}
        </div>
      )}
    </dialog>
  );
}
