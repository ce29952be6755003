import { isExternal } from "../href.ts";
import { dialects } from "../markdown/dialect.ts";
import { slugify } from "../markdown/slug.ts";
import type { NavigationEntry, Redirect } from "../navigation.ts";
import { below, folderOf, inFolder, isBelow, suffixOf, withoutSuffix } from "../paths.ts";
import { changesByHand } from "./by-hand.ts";
import type { Framework, Layout, Tree, Values } from "./framework.ts";
import { itemsOf, type Literal, property, readLiterals, stringValue } from "./js-literal.ts";
import { isMarkdownPath } from "./pages.ts";
import { lineFinder } from "./text.ts";
import { firstWith } from "./vitepress.ts";

const indexNames = ["index"];

export const starlight: Framework = {
  name: "starlight",
  config: /(?:^|\/)astro\.config\.[cm]?[jt]s$/,
  async open(tree, configPath) {
    const text = await tree.read(configPath);
    const root = inFolder(folderOf(configPath), "src/content/docs");
    const isStarlight =
      text?.includes("starlight") === true && tree.paths.some((path) => isBelow(path, root));
    return isStarlight ? layoutOf(tree, configPath, text, root) : null;
  },
};

function layoutOf(tree: Tree, configPath: string, text: string, root: string): Layout {
  const literals = readLiterals(text);
  const reading: Reading = { configPath, lineAt: lineFinder(text), root, tree };
  const entries = itemsOf(firstWith(literals, "sidebar")).flatMap((item) => readItem(item, reading));
  const redirects = readRedirects(firstWith(literals, "redirects"), reading);
  const slugOf = (path: string) => routeSlug(below(path, root));
  const project = folderOf(configPath);
  return {
    root,
    configPath,
    problems: [],
    dialect: dialects.starlight,
    addressesInFrontmatter: true,
    importsAreSnippets: false,
    roleOf(path) {
      if (!isMarkdownPath(path)) return null;
      if (isBelow(path, root))
        return below(path, root)
          .split("/")
          .some((part) => /^[._]/.test(part))
          ? "snippet"
          : "page";
      return isBelow(path, inFolder(project, "src")) && !isBelow(path, inFolder(project, "src/pages"))
        ? "snippet"
        : null;
    },
    parseAs: (path) => (suffixOf(path) === ".mdx" ? "mdx" : "md"),
    urlOf(path, frontmatter: Values | null) {
      const own = frontmatter?.get("slug");
      const slug = typeof own === "string" ? own.replace(/^\/|\/$/g, "") : slugOf(path);
      return slug === "" || slug === "index" ? "/" : `/${slug}/`;
    },
    links: {
      base: stringValue(firstWith(literals, "base")) ?? "",
      relative: ["file", "url"],
      relativeInTags: ["file", "url"],
      rootedFiles: [],
      assetFolders: [inFolder(project, "public")],
      aliases: new Map([
        ["~/", inFolder(project, "src")],
        ["@/", inFolder(project, "src")],
      ]),
      indexNames,
      isGenerated: (url) => isCustomRoute(tree, inFolder(project, "src/pages"), url),
      looseAnchors: false,
    },
    navigation: { entries, files: entries.length === 0 ? [] : [configPath] },
    navigationWritable: false,
    redirects,
    changeConfig: (changes) =>
      changesByHand(changes, {
        entries,
        redirects,
        navigationFile: entries.length === 0 ? null : configPath,
        redirectFile: configPath,
        redirectPlace: `redirects in ${configPath}`,
        nameOf: slugOf,
        isAutomatic: (path) => isListed(path, entries, root),
      }),
  };
}

/** Follows Astro's names for collection entries: applies github-slugger to each part of the path, without `index`. */
function routeSlug(local: string): string {
  const parts = withoutSuffix(local)
    .split("/")
    .map((part) => slugify(part, "github"));
  return parts.join("/").replace(/(?:^|\/)index$/, "");
}

/** Pages and endpoints outside the docs. `[...path].astro` may match any address. */
function isCustomRoute(tree: Tree, pagesFolder: string, url: string): boolean {
  const route = inFolder(pagesFolder, url.replace(/^\/|\/$/g, ""));
  return tree.paths.some((path) => {
    if (!isBelow(path, pagesFolder)) return false;
    return path.includes("[") || withoutSuffix(path) === route || withoutSuffix(path) === `${route}/index`;
  });
}

interface Reading {
  readonly configPath: string;
  lineAt(offset: number): number;
  readonly root: string;
  readonly tree: Tree;
}

function readItem(item: Literal, o: Reading): NavigationEntry[] {
  const slug = stringValue(item);
  if (slug !== null)
    return [entryOf("page", item, o, { label: null, target: slug, path: pathOfSlug(slug, o), children: [] })];
  if (item.kind !== "object") return [];
  const label = stringValue(property(item, "label"));
  const own = stringValue(property(item, "slug"));
  if (own !== null)
    return [entryOf("page", item, o, { label, target: own, path: pathOfSlug(own, o), children: [] })];
  const link = stringValue(property(item, "link"));
  if (link !== null) {
    const path = isExternal(link) ? null : pathOfSlug(link.replace(/^\/|\/$/g, ""), o);
    const known = path !== null && o.tree.has(path) ? path : null;
    return [
      entryOf(known === null ? "link" : "page", item, o, { label, target: link, path: known, children: [] }),
    ];
  }
  const folder = stringValue(property(property(item, "autogenerate"), "directory"));
  const listed =
    folder === null
      ? []
      : [entryOf("generated", item, o, { label: null, target: folder, path: null, children: [] })];
  const children = itemsOf(property(item, "items")).flatMap((child) => readItem(child, o));
  return [entryOf("group", item, o, { label, target: null, path: null, children: [...children, ...listed] })];
}

function pathOfSlug(slug: string, o: Reading): string {
  const name = slug === "" ? "index" : slug;
  const candidates = [".mdx", ".md"].flatMap((suffix) => [`${name}${suffix}`, `${name}/index${suffix}`]);
  const found = candidates.map((local) => inFolder(o.root, local)).find((path) => o.tree.has(path));
  return found ?? inFolder(o.root, `${name}.md`);
}

function isListed(path: string, entries: readonly NavigationEntry[], root: string): boolean {
  return entries.some((entry) => {
    const isFolder =
      entry.kind === "generated" && entry.target !== null && isBelow(path, inFolder(root, entry.target));
    return isFolder || isListed(path, entry.children, root);
  });
}

function readRedirects(literal: Literal | null, o: Reading): Redirect[] {
  if (literal?.kind !== "object") return [];
  return literal.properties.flatMap(({ key, value }) => {
    const to = stringValue(value) ?? stringValue(property(value, "destination"));
    if (to === null || !key.startsWith("/")) return [];
    const span = { start: value.start, end: value.end };
    const pattern = key.includes("[");
    // `[...slug]` is Astro's syntax for `:slug*`.
    const fromUrl = key.replace(/\[\.\.\.(\w+)\]/g, ":$1*").replace(/\[(\w+)\]/g, ":$1");
    const toUrl = to.replace(/\[\.\.\.(\w+)\]/g, ":$1*").replace(/\[(\w+)\]/g, ":$1");
    return [
      { from: key, to, fromUrl, toUrl, pattern, file: o.configPath, span, line: o.lineAt(value.start) },
    ];
  });
}

function entryOf(
  kind: NavigationEntry["kind"],
  literal: Literal,
  o: Reading,
  rest: Pick<NavigationEntry, "label" | "target" | "path" | "children">,
): NavigationEntry {
  const span = { start: literal.start, end: literal.end };
  return { kind, file: o.configPath, span, line: o.lineAt(literal.start), hidden: false, ...rest };
}
