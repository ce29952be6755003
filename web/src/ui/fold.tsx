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
  /** Opens the content, for example because it contains a problem. */
  readonly isOpen?: boolean;
  /** Renders the content when it is first opened, for screens with many folds. */
  readonly isLazy?: boolean;
  readonly children: ReactNode;
}) {
  const [wasOpened, setOpened] = useState(!isLazy);
  return (
    <details
      open={isOpen}
      onToggle={(event) => {
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
