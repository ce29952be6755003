import { Link } from "wouter";

export interface TabLink {
  readonly to: string;
  readonly label: string;
  readonly isHere: boolean;
}

function scrollIntoView(element: Element | null): void {
  element?.scrollIntoView({ block: "nearest", inline: "nearest" });
}

/** Links to the parts of a screen. They scroll sideways on phones. */
export function Tabs({ label, tabs }: { readonly label: string; readonly tabs: readonly TabLink[] }) {
  return (
    <nav aria-label={label} className="mb-6 flex gap-5 overflow-x-auto border-b border-line">
      {tabs.map(({ to, label: name, isHere }) => (
        <Link
          key={name}
          href={to}
          ref={isHere ? scrollIntoView : null}
          aria-current={isHere ? "page" : undefined}
          className={`-mb-px flex flex-none items-center border-b-2 px-0.5 pb-2 max-sm:h-11 ${isHere ? "border-accent font-medium" : "border-transparent text-quiet hover:text-text"}`}
        >
          {name}
        </Link>
      ))}
    </nav>
  );
}
