import { canonicalUrl, isExternal, splitHref } from "../href.ts";
import { dialects } from "../markdown/dialect.ts";
import type { NavigationEntry } from "../navigation.ts";
import { below, fileName, folderOf, inFolder, isBelow, joinPath } from "../paths.ts";
import { changesByHand } from "./by-hand.ts";
import type { Framework, Layout, Tree } from "./framework.ts";
import { parseIgnoreFile } from "./ignore-file.ts";
import { itemsOf, type Literal, objectsIn, property, readLiterals, stringValue } from "./js-literal.ts";
import { isHiddenPath, isMarkdownPath, routeOf } from "./pages.ts";
import { lineFinder } from "./text.ts";

const indexNames = ["index"];

export const vitepress: Framework = {
  name: "vitepress",
  config: /(?:^|\/)\.vitepress\/config(?:\/index)?\.[cm]?[jt]s$/,
  async open(tree, configPath) {
    const text = await tree.read(configPath);
    return text === null ? null : layoutOf(tree, configPath, text);
  },
};

function layoutOf(tree: Tree, configPath: string, text: string): Layout {
  const projectFolder = folderOf(
    configPath.slice(0, configPath.lastIndexOf(".vitepress/") + ".vitepress".length),
  );
  const literals = readLiterals(text);
  const setting = (key: string) => firstWith(literals, key);
  const root = joinPath(projectFolder, stringValue(setting("srcDir")) ?? ".") ?? projectFolder;
  const clean = isTrue(setting("cleanUrls"));
  const excluded = parseIgnoreFile(
    itemsOf(setting("srcExclude"))
      .flatMap((item) => stringValue(item) ?? [])
      .join("\n"),
  );
  const urlOf = (path: string) => {
    const local = below(path, root);
    const route = routeOf(local, indexNames);
    if (route === "") return "/";
    return /(?:^|\/)index\.md$/i.test(local) ? `/${route}/` : `/${route}${clean ? "" : ".html"}`;
  };
  const entries = readEntries(setting("sidebar"), { configPath, lineAt: lineFinder(text), root, tree });
  return {
    root,
    configPath,
    problems: [],
    dialect: dialects.vitepress,
    addressesInFrontmatter: false,
    importsAreSnippets: false,
    roleOf(path) {
      if (!isBelow(path, root) || !isMarkdownPath(path)) return null;
      const local = below(path, root);
      return isHiddenPath(local) || excluded(local) || local.startsWith("public/") ? null : "page";
    },
    parseAs: () => "md",
    urlOf,
    links: {
      base: stringValue(setting("base")) ?? "",
      relative: ["file-bare"],
      relativeInTags: ["file-bare", "url"],
      rootedFiles: [root],
      assetFolders: [inFolder(root, "public"), root],
      aliases: new Map([["@/", root]]),
      indexNames,
      isGenerated: (url) => hasDynamicRoute(tree, root, url),
      looseAnchors: false,
    },
    navigation: { entries, files: entries.length === 0 ? [] : [configPath] },
    navigationWritable: false,
    redirects: [],
    changeConfig: (changes) =>
      changesByHand(changes, {
        entries,
        redirects: [],
        navigationFile: entries.length === 0 ? null : configPath,
        redirectFile: null,
        redirectPlace: "the web server, since VitePress has no redirects",
        nameOf: (path) => canonicalUrl(urlOf(path)),
        isAutomatic: () => false,
      }),
  };
}

export function firstWith(literals: readonly Literal[], key: string): Literal | null {
  for (const literal of literals) {
    for (const object of objectsIn(literal)) {
      const value = property(object, key);
      if (value !== null) return value;
    }
  }
  return null;
}

export function isTrue(literal: Literal | null): boolean {
  return literal?.kind === "other" && literal.source === "true";
}

/** `[name].md` generates pages for many addresses in its folder. */
function hasDynamicRoute(tree: Tree, root: string, url: string): boolean {
  const folder = folderOf(inFolder(root, url.replace(/^\/|\/$/g, "")));
  return tree.paths.some((path) => folderOf(path) === folder && /^\[.*\]\.md$/.test(fileName(path)));
}

interface Reading {
  readonly configPath: string;
  lineAt(offset: number): number;
  readonly root: string;
  readonly tree: Tree;
}

/** Reads a list of items, or several lists keyed by address prefix. */
function readEntries(sidebar: Literal | null, o: Reading): NavigationEntry[] {
  if (sidebar?.kind === "array") return sidebar.items.flatMap((item) => readItem(item, "", o));
  if (sidebar?.kind !== "object") return [];
  return sidebar.properties.flatMap(({ key, value }) => {
    const base = stringValue(property(value, "base")) ?? "";
    const items = value.kind === "array" ? value : property(value, "items");
    const children = itemsOf(items).flatMap((item) => readItem(item, base, o));
    return [entryOf("group", value, o, { label: key, target: null, path: null, children })];
  });
}

function readItem(item: Literal, base: string, o: Reading): NavigationEntry[] {
  if (item.kind !== "object") return [];
  const label = stringValue(property(item, "text"));
  const link = stringValue(property(item, "link"));
  const inner = stringValue(property(item, "base")) ?? base;
  const children = itemsOf(property(item, "items")).flatMap((child) => readItem(child, inner, o));
  const target = link === null || isExternal(link) ? link : inner + link;
  const path = target === null || isExternal(target) ? null : pathOf(target, o);
  const kind = children.length > 0 ? "group" : path === null ? "link" : "page";
  return [entryOf(kind, item, o, { label, target, path, children })];
}

function pathOf(link: string, o: Reading): string {
  const { path } = splitHref(link);
  const local = path.replace(/^\/+/, "").replace(/\.(?:html|md)$/i, "");
  const file = local === "" || local.endsWith("/") ? `${local}index.md` : `${local}.md`;
  const index = inFolder(o.root, `${local}/index.md`);
  return !o.tree.has(inFolder(o.root, file)) && o.tree.has(index) ? index : inFolder(o.root, file);
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
