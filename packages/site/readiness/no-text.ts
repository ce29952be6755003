import type { Page } from "../page.ts";
import type { Site } from "../site.ts";
import { firstTags } from "./page-tags.ts";
import type { ReadinessPageRule } from "./rule.ts";

/**
 * A page whose source consists of components without any text. Pages that include other files, or whose content is in
 * the frontmatter or in an API description, have text once they are built.
 */
export const noText: ReadinessPageRule = {
  reason:
    "The page's Markdown is empty, and agents that don't run scripts may find no text on the page either.",
  title: (at) => `${at} has no text`,
  instruction: (at) =>
    `Add a summary in text to the page ${at}, below its title: what its components show, and links to the pages with the details. Use only what the repository says.`,
  check(page, site) {
    if (page.problem !== null || page.headings.some(({ depth }) => depth > 1)) return null;
    if (page.code.length > 0 || isBuiltFromElsewhere(page, site)) return null;
    if (textOf(page) > textCharsMax || !hasComponent(page)) return null;
    return { count: 1, line: null };
  },
};

/** A title or a label isn't a text. */
const textCharsMax = 60;

const contentKeys = [
  ...[
    "openapi",
    "openapi-schema",
    "asyncapi",
    "api",
    "url",
    "layout",
    "hero",
    "features",
    "template",
    "mode",
  ],
  ...["redirect", "redirect_to", "draft", "unlisted", "hidden"],
];

function isBuiltFromElsewhere(page: Page, site: Site): boolean {
  const { frontmatter, text } = page;
  if (contentKeys.some((key) => frontmatter?.data.get(key) !== undefined)) return true;
  if (/\{%|\{\{|--8<--|@include|^<<<|^:::|^\+\+\+/mu.test(text)) return true;
  // Components, data and other pages that the repository contains have texts of their own.
  return page.links.some(
    (link) => link.kind === "import" && site.resolve(page.path, link).kind !== "dynamic",
  );
}

function textOf({ prose, attributes, links }: Page): number {
  const words = prose.reduce((sum, { start, end }) => sum + end - start, 0);
  const labels = attributes.filter(({ name }) =>
    /^(?:title|label|description|alt|summary|name)$/u.test(name),
  );
  // A list of links has a purpose, even if it has few words.
  return (
    words +
    labels.reduce((sum, { value }) => sum + value.end - value.start, 0) +
    20 * links.filter(({ kind, embedded }) => kind !== "import" && !embedded).length
  );
}

function hasComponent(page: Page): boolean {
  for (const { name } of firstTags(page))
    if (/^[A-Z]/u.test(name) || name === "iframe" || name.includes("-")) return true;
  return false;
}
