import type { ReactNode } from "react";
import { ChevronIcon } from "./icons.tsx";

/** Collapsed content that few people need. */
export function Fold({
  name,
  className = "",
  children,
}: {
  readonly name: string;
  /** Classes for the summary line. */
  readonly className?: string;
  readonly children: ReactNode;
}) {
  return (
    <details className="group">
      <summary
        className={`flex w-fit list-none items-center gap-1.5 rounded text-sm text-quiet hover:text-text [&::-webkit-details-marker]:hidden ${className}`}
      >
        <ChevronIcon className="-rotate-90 transition-transform group-open:rotate-0" />
        {name}
      </summary>
      {children}
    </details>
  );
}
