import { canonicalUrl } from "../href.ts";
import { dialects } from "../markdown/dialect.ts";
import { below, fileName, folderOf, inFolder, isBelow, joinPath } from "../paths.ts";
import { changesByHand } from "./by-hand.ts";
import { idOfPath, isListed, readSidebars } from "./docusaurus-sidebars.ts";
import type { Framework, Layout, Tree, Values } from "./framework.ts";
import { type Literal, objectsIn, property, readLiterals, stringValue } from "./js-literal.ts";
import { isMarkdownPath } from "./pages.ts";
import { firstWith, isTrue } from "./vitepress.ts";

const indexNames = ["index", "readme"];

export const docusaurus: Framework = {
  name: "docusaurus",
  config: /(?:^|\/)docusaurus\.config\.[cm]?[jt]s$/,
  async open(tree, configPath) {
    const text = await tree.read(configPath);
    if (text === null) return null;
    const project = folderOf(configPath);
    const options = docsOptions(readLiterals(text));
    const sidebarPath = await findSidebars(tree, project, options);
    const sidebarText = sidebarPath === null ? null : await tree.read(sidebarPath);
    const versions = parseVersions(await tree.read(inFolder(project, "versions.json")));
    return layoutOf(tree, {
      configPath,
      project,
      literals: readLiterals(text),
      options,
      sidebarPath,
      sidebarText,
      versions,
    });
  },
};

/** The docs plugin's options, from the classic preset or the plugin's own entry. */
function docsOptions(literals: readonly Literal[]): Literal | null {
  for (const literal of literals) {
    for (const object of objectsIn(literal)) {
      const docs = property(object, "docs");
      if (docs?.kind === "object" && isDocsOptions(docs)) return docs;
      if (isDocsOptions(object)) return object;
    }
  }
  return null;
}

function isDocsOptions(object: Literal): boolean {
  return ["sidebarPath", "routeBasePath"].some((key) => property(object, key) !== null);
}

async function findSidebars(tree: Tree, project: string, options: Literal | null): Promise<string | null> {
  const literal = property(options, "sidebarPath");
  const written =
    stringValue(literal) ??
    (literal?.kind === "other" ? /["']([^"'\n]+)["']/.exec(literal.source)?.[1] : undefined);
  const names = written === undefined ? ["sidebars.js", "sidebars.ts", "sidebars.json"] : [written];
  return names.map((name) => joinPath(project, name)).find((path) => path !== null && tree.has(path)) ?? null;
}

function parseVersions(text: string | null): string[] {
  try {
    const value: unknown = JSON.parse(text ?? "[]");
    return Array.isArray(value) ? value.filter((version) => typeof version === "string") : [];
  } catch {
    return [];
  }
}

interface Opened {
  readonly configPath: string;
  readonly project: string;
  readonly literals: readonly Literal[];
  readonly options: Literal | null;
  readonly sidebarPath: string | null;
  readonly sidebarText: string | null;
  readonly versions: readonly string[];
}

/** A folder of docs and the prefix of its addresses. */
interface DocsFolder {
  readonly folder: string;
  readonly route: string;
}

function layoutOf(tree: Tree, o: Opened): Layout {
  const { project, options } = o;
  const root =
    joinPath(project, stringValue(property(options, "path")) ?? "docs") ?? inFolder(project, "docs");
  const base = (stringValue(property(options, "routeBasePath")) ?? "docs").replace(/^\/|\/$/g, "");
  const folders = docsFolders(root, base, o);
  const slash = isTrue(firstWith(o.literals, "trailingSlash"));
  const urlOf = (path: string, frontmatter: Values | null) => {
    const at = folders.find(({ folder }) => isBelow(path, folder)) ?? { folder: root, route: base };
    const url = routeOfDoc(below(path, at.folder), at.route, frontmatter);
    return slash && url !== "/" ? `${url}/` : url;
  };
  const entries =
    o.sidebarPath === null || o.sidebarText === null
      ? []
      : readSidebars({ path: o.sidebarPath, text: o.sidebarText }, tree, root);
  const isMdOnly = stringValue(firstWith(o.literals, "format"));
  return {
    root,
    configPath: o.configPath,
    problems: [],
    dialect: dialects.docusaurus,
    addressesInFrontmatter: true,
    importsAreSnippets: false,
    roleOf(path) {
      const at = folders.find(({ folder }) => isBelow(path, folder));
      if (at === undefined || !isMarkdownPath(path)) return null;
      return below(path, at.folder)
        .split("/")
        .some((part) => part.startsWith("_"))
        ? "snippet"
        : "page";
    },
    parseAs(path) {
      if (path.toLowerCase().endsWith(".mdx")) return "mdx";
      return isMdOnly === "detect" || isMdOnly === "md" ? "md" : "lenient";
    },
    urlOf,
    links: {
      base: stringValue(firstWith(o.literals, "baseUrl")) ?? "",
      relative: ["file", "url"],
      relativeInTags: ["url", "file"],
      rootedFiles: [root, project],
      assetFolders: [inFolder(project, "static")],
      aliases: new Map([
        ["@site/", project],
        ["@docs/", root],
      ]),
      indexNames,
      isGenerated: (url) => isGenerated(url, base),
      looseAnchors: false,
    },
    navigation: { entries, files: o.sidebarPath === null ? [] : [o.sidebarPath] },
    navigationWritable: false,
    redirects: [],
    changeConfig: (changes) =>
      changesByHand(changes, {
        entries,
        redirects: [],
        navigationFile: entries.length === 0 ? null : o.sidebarPath,
        redirectFile: o.configPath,
        redirectPlace: "the options of @docusaurus/plugin-client-redirects",
        nameOf: (path) => idOfPath(below(path, root)),
        isAutomatic: (path) => isListed(path, entries, root),
      }),
  };
}

/** If there are versions, the newest one has the plain addresses, and the docs folder is `next`. */
function docsFolders(root: string, base: string, o: Opened): DocsFolder[] {
  const join = (part: string) => [base, part].filter((piece) => piece !== "").join("/");
  const older = o.versions.map((version, index) => ({
    folder: inFolder(o.project, `versioned_docs/version-${version}`),
    route: index === 0 ? base : join(version),
  }));
  return [{ folder: root, route: o.versions.length > 0 ? join("next") : base }, ...older];
}

/** The blog, other pages, tags and category indexes are not part of the docs. */
function isGenerated(url: string, base: string): boolean {
  const path = canonicalUrl(url).slice(1);
  if (base === "") return /^(?:blog|category|tags)(?:\/|$)/.test(path);
  if (path !== base && !path.startsWith(`${base}/`)) return true;
  return /^(?:category|tags)(?:\/|$)/.test(path.slice(base.length + 1));
}

function routeOfDoc(local: string, base: string, frontmatter: Values | null): string {
  const id = idOfPath(local);
  const folder = folderOf(id);
  const name = fileName(id);
  const slug = frontmatter?.get("slug");
  const prefix = base === "" ? "" : `/${base}`;
  if (typeof slug === "string" && slug !== "") {
    const path = slug.startsWith("/") ? joinPath("", slug) : joinPath(folder, slug);
    return canonicalUrl(`${prefix}/${path ?? ""}`);
  }
  const isIndex =
    indexNames.includes(name.toLowerCase()) || name.toLowerCase() === fileName(folder).toLowerCase();
  const own = frontmatter?.get("id");
  const last = typeof own === "string" && own !== "" ? own : name;
  const route = isIndex ? folder : inFolder(folder, last);
  return route === "" ? prefix || "/" : `${prefix}/${route}`;
}
