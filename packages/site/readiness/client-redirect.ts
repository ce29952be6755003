import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { firstTags } from "./page-tags.ts";
import type { ReadinessPageRule } from "./rule.ts";

/** A page that only sends browsers to another address, by HTML or by a component. */
export const clientRedirect: ReadinessPageRule = {
  reason: "Agents don't run scripts, so they stay on an empty page instead of following the redirect.",
  title: (at) => `${at} redirects only in browsers`,
  instruction: () => null,
  check(page, site) {
    const target = lettersOf(page) > lettersMax ? null : targetOf(page);
    if (target === null) return null;
    const fix = fixFor(page, site, target);
    return { count: 1, line: null, ...(fix === null ? {} : { fix }) };
  },
};

/** Such a page has at most a sentence for readers whose browser doesn't redirect. */
const lettersMax = 200;

function targetOf(page: Page): string | null {
  for (const { name, values } of firstTags(page)) {
    const element = name.toLowerCase();
    if (element === "meta" && values.get("http-equiv")?.toLowerCase() === "refresh")
      return /url\s*=\s*['"]?([^'"\s]+)/iu.exec(values.get("content") ?? "")?.[1] ?? null;
    if (element === "redirect" || element === "navigate")
      return values.get("to") ?? values.get("href") ?? null;
  }
  return null;
}

const lettersOf = ({ prose }: Page): number => prose.reduce((sum, { start, end }) => sum + end - start, 0);

/** The redirect that replaces the page, if the site can have it. */
function fixFor(page: Page, site: Site, href: string): string | null {
  const target = site.resolve(page.path, href);
  if (!site.redirectsWritable || target.kind !== "page" || target.path === page.path) return null;
  return `Delete the page ${site.urlOf(page.path)} and redirect it to ${site.urlOf(target.path)}`;
}
