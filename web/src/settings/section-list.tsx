import { useEffect, useState } from "react";

/** The sections beside the settings, each with its address, and which of them is read. */
export function SectionList({
  sections,
  isWhole,
}: {
  /** The id of each heading, and its words. */
  readonly sections: readonly (readonly [string, string])[];
  /** All of them are on the page. */
  readonly isWhole: boolean;
}) {
  useSectionOfAddress(isWhole);
  const current = useSectionInView(isWhole ? sections.map(([id]) => id).join(" ") : "");
  return (
    <nav aria-label="Settings" className="hidden xl:block">
      <ul className="sticky top-8 grid gap-0.5 border-l border-line">
        {sections.map(([id, title]) => (
          <li key={id}>
            <a
              // With the path: the page's base would make the rest alone another screen's address.
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

/** The browser goes to a section by its address by itself, but for one that was not there when the page was loaded. */
function useSectionOfAddress(isThere: boolean): void {
  useEffect(() => {
    const heading = isThere ? document.getElementById(location.hash.slice(1)) : null;
    heading?.scrollIntoView({ block: "start" });
    heading?.focus({ preventScroll: true });
  }, [isThere]);
}

/** The one that lies in the upper part of the window, where people read. `ids` are parted by spaces. */
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
      // A line a quarter down the window: one section at most lies on it.
      { rootMargin: "-25% 0px -75% 0px" },
    );
    for (const section of byElement.keys()) observer.observe(section);
    return () => observer.disconnect();
  }, [ids]);
  return current;
}
