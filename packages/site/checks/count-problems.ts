import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import type { Problem } from "./check.ts";
import { toProblem } from "./problem.ts";
import { rules } from "./rules.ts";

const known = new WeakMap<Site, number>();

/**
 * Counts all problems of a site, on every page. MDX that does not compile is not counted, because another process finds
 * it. The same site always has the same count, unlike `CheckReport.standing`, which covers only the checked pages.
 */
export function countProblems(site: Site): number {
  const counted = known.get(site) ?? problemsOn(site, documentsOf(site)).length;
  known.set(site, counted);
  return counted;
}

/** Returns the problems in these files that `countProblems` counts. */
export function problemsIn(site: Site, paths: ReadonlySet<string>): Problem[] {
  const pages = documentsOf(site).filter(({ path }) => paths.has(path));
  return problemsOn(site, pages).filter(({ path }) => paths.has(path));
}

function documentsOf(site: Site): Page[] {
  return [...site.pages.values(), ...site.snippets.values()];
}

/** Returns the problems on these pages and in the site as a whole. */
function problemsOn(site: Site, pages: readonly Page[]): Problem[] {
  return rules.flatMap((rule) => {
    if (rule.kind === "change") return [];
    const findings =
      rule.kind === "site"
        ? rule.check(site).findings
        : pages.flatMap((page) => {
            if (rule.kind === "page") return rule.check(page, site);
            const links = page.links.filter((link) => rule.counts(link));
            return links.flatMap((link) => rule.check(link, site.resolve(page.path, link), page, site) ?? []);
          });
    return findings.map((finding) => toProblem(rule.name, finding));
  });
}
