import type { Random } from "./random.ts";
import { capitalise, japaneseHeadings, topics, verbs } from "./words.ts";

/**
 * The syntax of a page: `plain` is only Markdown, `components` adds JSX, and `expressions` also adds imports, exports,
 * snippets and braces.
 */
export type PageKind = "plain" | "components" | "expressions";

export interface PlannedPage {
  /** The path in the repository, for example `guides/backups/configure-alerts.mdx`. */
  readonly path: string;
  /** The path from the site's root, for example `/guides/backups/configure-alerts`. */
  readonly url: string;
  readonly title: string;
  readonly kind: PageKind;
  readonly japanese: boolean;
  readonly headings: readonly { readonly text: string; readonly anchor: string }[];
}

export interface PlannedGroup {
  readonly name: string;
  readonly pages: readonly PlannedPage[];
  readonly groups: readonly PlannedGroup[];
}

export interface PlannedTab {
  readonly name: string;
  readonly groups: readonly PlannedGroup[];
}

const tabs = [
  { name: "Guides", folder: "guides", phrase: "for" },
  { name: "API reference", folder: "api", phrase: "through the API of" },
  { name: "SDKs", folder: "sdks", phrase: "from the SDK for" },
  { name: "Operations", folder: "operations", phrase: "in production for" },
] as const;

const headingTexts = [
  ...["Before you start", "Steps", "Configuration", "Example", "Limits"],
  ...["Troubleshooting", "Next steps", "Permissions"],
];

/** Plans the folders, titles and headings of exactly `count` pages, so that links can have existing targets. */
export function planSite(random: Random, count: number): { pages: PlannedPage[]; tabs: PlannedTab[] } {
  const kinds = dealKinds(random, count);
  const pages: PlannedPage[] = [];
  const add = (path: string, title: string) => {
    const kind = kinds[pages.length]!;
    const extension = kind === "plain" && random.chance(0.08) ? "md" : "mdx";
    const japanese = random.chance(0.012);
    const texts = japanese ? japaneseHeadings : random.sample(headingTexts, 3 + random.int(3));
    const headings = texts.map((text) => ({ text, anchor: text.toLowerCase().replaceAll(" ", "-") }));
    const page = { path: `${path}.${extension}`, url: `/${path}`, title, kind, japanese, headings };
    pages.push(page);
    return page;
  };

  const start = [add("index", "Welcome to Acme"), add("quickstart", "Quickstart")].slice(0, count);
  pages.length = start.length;
  const slots = tabs.flatMap((tab) => topics.map((topic) => ({ tab, topic })));
  const planned = slots.map(({ tab, topic }, i) => {
    const share =
      Math.floor(((count - start.length) * (i + 1)) / slots.length) - (pages.length - start.length);
    const folder = `${tab.folder}/${topic.replaceAll(" ", "-")}`;
    const names = random.sample(
      verbs.flatMap((verb) => topics.map((what) => ({ verb, what }))),
      Math.max(0, share - 1),
    );
    const nested = i % 4 === 0 ? Math.floor(names.length / 3) : 0;
    const write = ({ verb, what }: (typeof names)[number], inFolder: string) =>
      add(
        `${inFolder}/${verb}-${what.replaceAll(" ", "-")}`,
        `${capitalise(verb)} ${what} ${tab.phrase} ${topic}`,
      );
    const overview =
      share > 0 ? [add(`${folder}/overview`, `${capitalise(topic)} ${tab.phrase} your project`)] : [];
    const own = names.slice(nested).map((name) => write(name, folder));
    const advanced = names.slice(0, nested).map((name) => write(name, `${folder}/advanced`));
    return {
      tab,
      group: {
        name: capitalise(topic),
        pages: [...overview, ...own],
        groups: advanced.length > 0 ? [{ name: `Advanced ${topic}`, pages: advanced, groups: [] }] : [],
      },
    };
  });
  return {
    pages,
    tabs: [
      { name: "Start", groups: [{ name: "Get started", pages: start, groups: [] }] },
      ...tabs.map(({ name }) => ({
        name,
        groups: planned
          .filter(({ tab, group }) => tab.name === name && group.pages.length > 0)
          .map(({ group }) => group),
      })),
    ].filter(({ groups }) => groups.length > 0),
  };
}

/** 60% plain, 30% components, 10% expressions, as exactly as the count allows, in random order. */
function dealKinds(random: Random, count: number): PageKind[] {
  const expressions = Math.round(count * 0.1);
  const components = Math.round(count * 0.3);
  const kinds = Array.from(
    { length: count },
    (_, i): PageKind =>
      i < expressions ? "expressions" : i < expressions + components ? "components" : "plain",
  );
  return random.sample(kinds, count);
}

export function docsJson(
  site: readonly PlannedTab[],
  redirects: readonly { from: string; to: string }[],
): string {
  const group = ({ name, pages, groups }: PlannedGroup): unknown => ({
    group: name,
    pages: [...pages.map(({ url }) => url.slice(1)), ...groups.map(group)],
  });
  const config = {
    $schema: "https://mintlify.com/docs.json",
    theme: "mint",
    name: "Acme",
    colors: { primary: "#0D6EFD" },
    favicon: "/images/favicon.png",
    navigation: { tabs: site.map(({ name, groups }) => ({ tab: name, groups: groups.map(group) })) },
    redirects: redirects.map(({ from, to }) => ({ source: from, destination: to })),
  };
  return `${JSON.stringify(config, null, 2)}\n`;
}
