import type { ReactNode } from "react";
import { Button } from "./button.tsx";
import { CopyLine } from "./copy.tsx";

/** The one time that a secret is to be seen. It is in no address, no storage and no cache. */
export function ShownOnce({
  title,
  label,
  secret,
  what,
  onDone,
  children,
}: {
  readonly title: string;
  /** For screen readers: what this part of the page is. */
  readonly label: string;
  readonly secret: string;
  /** What the button copies. */
  readonly what: string;
  readonly onDone: () => void;
  /** Why, and what to do with it. */
  readonly children: ReactNode;
}) {
  return (
    <section
      aria-label={label}
      className="grid min-w-0 gap-3 rounded-card border border-good/40 bg-good-soft p-5"
    >
      <div>
        <h2 className="text-good">{title}</h2>
        <div className="mt-0.5">{children}</div>
      </div>
      <CopyLine text={secret} what={what} onTint />
      <div>
        <Button small onClick={onDone}>
          I have it
        </Button>
      </div>
    </section>
  );
}
