import { type NavigationEntry, navigationPaths } from "../navigation.ts";
import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import type { Finding, SiteRule } from "./check.ts";

export const navigationFiles: SiteRule = {
  kind: "site",
  name: "navigation-files",
  title: "Navigation and files agree",
  check(site) {
    const named = new Set(navigationPaths(site.navigation.entries));
    return {
      checked: named.size,
      findings: [...missingFiles(site, site.navigation.entries), ...orphans(site, named)],
    };
  },
};

function* missingFiles(site: Site, entries: readonly NavigationEntry[]): Generator<Finding> {
  for (const entry of entries) {
    if (entry.path !== null && !site.hasFile(entry.path)) {
      const { file: path, line, target } = entry;
      const message = `The navigation names "${target ?? entry.path}", but there is no file ${entry.path}. Correct or remove the entry, or add the page.`;
      yield { path, line, message, detail: entry.path };
    }
    yield* missingFiles(site, entry.children);
  }
}

/** Part of the pages that the navigation must name before one that it does not counts as forgotten. */
const completeShare = 0.8;

/** Pages that nobody finds. Only where the navigation is written out in full, and not where they are hidden on purpose. */
function orphans(site: Site, named: ReadonlySet<string>): Finding[] {
  const present = [...named].filter((path) => site.pages.has(path)).length;
  if (present === 0 || present < site.pages.size * completeShare) return [];
  return [...site.pages.values()].flatMap((page) => {
    if (named.has(page.path) || isHidden(page) || site.urlOf(page.path) === "/") return [];
    const message = `No navigation entry leads to this page. Add it to the navigation, or set "hidden: true" in its frontmatter.`;
    return [{ path: page.path, line: null, message, detail: "orphan" }];
  });
}

function isHidden(page: Page): boolean {
  const data = page.frontmatter?.data;
  return (
    ["hidden", "noindex", "draft", "unlisted"].some((key) => data?.get(key) === true) ||
    data?.get("url") !== undefined
  );
}
