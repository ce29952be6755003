import type { Site } from "../site.ts";
import { rules } from "./rules.ts";

const known = new WeakMap<Site, number>();

/**
 * Counts all problems of a site, on every page, except for MDX that does not compile, which another process finds. The
 * same site always has the same count, unlike `CheckReport.standing`, which covers only the checked pages.
 */
export function countProblems(site: Site): number {
  const counted = known.get(site) ?? countAll(site);
  known.set(site, counted);
  return counted;
}

function countAll(site: Site): number {
  let count = 0;
  for (const rule of rules) {
    if (rule.kind === "site") count += rule.check(site).findings.length;
    if (rule.kind === "site" || rule.kind === "change") continue;
    for (const page of [...site.pages.values(), ...site.snippets.values()]) {
      if (rule.kind === "page") count += rule.check(page, site).length;
      else
        for (const link of page.links)
          if (rule.counts(link) && rule.check(link, site.resolve(page.path, link), page, site) !== null)
            count++;
    }
  }
  return count;
}
