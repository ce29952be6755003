import { type ReactNode, useState } from "react";
import { ChevronIcon } from "./icons.tsx";

/** Collapsed content that few people need. */
export function Fold({
  name,
  className = "",
  isOpen = false,
  isLazy = false,
  children,
}: {
  readonly name: string;
  /** Classes for the summary line. */
  readonly className?: string;
  /** Opens the content when it becomes true, for example because it contains a problem. People can close it again. */
  readonly isOpen?: boolean;
  /** Renders the content when it is first opened, for screens with many folds. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}) {
  const [open, setOpen] = useState(isOpen);
  const [wasOpened, setOpened] = useState(!isLazy);
  // Closing the content once the problem is solved would close it while people type.
  const [last, setLast] = useState(isOpen);
  if (isOpen !== last) {
    setLast(isOpen);
    if (isOpen) setOpen(true);
  }
  return (
    <details
      open={open}
      onToggle={(event) => {
        // React also passes on the events of a fold in this one.
        if (event.target !== event.currentTarget) return;
        setOpen(event.currentTarget.open);
        if (event.currentTarget.open) setOpened(true);
      }}
      className="group"
    >
      <summary
        className={`flex w-fit list-none items-center max-sm:min-h-11 gap-1.5 rounded text-sm text-quiet hover:text-text [&::-webkit-details-marker]:hidden ${className}`}
      >
        <ChevronIcon className="-rotate-90 transition-transform group-open:rotate-0" />
        {name}
      </summary>
      {wasOpened && children}
    </details>
  );
}
