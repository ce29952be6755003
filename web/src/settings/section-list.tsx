import { useEffect, useState } from "react";

/** The list of sections beside the settings, with the visible one highlighted. */
export function SectionList({
  sections,
  isLoaded,
}: {
  /** The ID and title of each heading. */
  readonly sections: readonly (readonly [string, string])[];
  /** Whether all sections are on the page. */
  readonly isLoaded: boolean;
}) {
  useScrollToFragment(isLoaded);
  const current = useSectionInView(isLoaded ? sections.map(([id]) => id).join(" ") : "");
  return (
    <nav aria-label="Settings" className="hidden xl:block">
      <ul className="sticky top-8 grid gap-0.5 border-l border-line">
        {sections.map(([id, title]) => (
          <li key={id}>
            <a
              // Includes the path, because the page's <base> would resolve a bare fragment to another screen.
              href={`${location.pathname}#${id}`}
              aria-current={id === current ? "location" : undefined}
              className={`-ml-px block border-l px-4 py-1 text-sm ${id === current ? "border-accent text-text" : "border-transparent text-quiet hover:border-line-strong hover:text-text"}`}
            >
              {title}
            </a>
          </li>
        ))}
      </ul>
    </nav>
  );
}

/**
 * Scrolls to the section in the URL once it is loaded. The browser itself does so only for sections that exist when the
 * page is loaded.
 */
function useScrollToFragment(isLoaded: boolean): void {
  useEffect(() => {
    const heading = isLoaded ? document.getElementById(location.hash.slice(1)) : null;
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [isLoaded]);
}

/** Returns the section in the upper part of the window. `ids` is a space-separated list. */
function useSectionInView(ids: string): string | null {
  const [current, setCurrent] = useState<string | null>(null);
  useEffect(() => {
    const byElement = new Map<Element, string>();
    for (const id of ids.split(" ")) {
      const section = document.getElementById(id)?.closest("section");
      if (section) byElement.set(section, id);
    }
    const observer = new IntersectionObserver(
      (entries) => {
        const seen = entries.find(({ isIntersecting }) => isIntersecting);
        if (seen !== undefined) setCurrent(byElement.get(seen.target) ?? null);
      },
      // A line a quarter of the way down the window: at most one section crosses it.
      { rootMargin: "-25% 0px -75% 0px" },
    );
    for (const section of byElement.keys()) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
