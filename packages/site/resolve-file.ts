import { splitHref } from "./href.ts";
import { folderOf, inFolder, joinPath, suffixOf } from "./paths.ts";
import type { LinkGround, LinkStyle, Resolution } from "./resolve-link.ts";
import type { Target } from "./site.ts";

interface FoundFile {
  readonly path: string;
  readonly bare: boolean;
}

/** The file of this path, or with `bare` the page whose suffix or index name was left out. */
export function findFile(ground: LinkGround, path: string, bare: boolean): FoundFile | null {
  if (ground.hasFile(path)) return { path, bare: false };
  if (!bare) return null;
  const stem = path.replace(/\.html$/i, "");
  for (const suffix of [".mdx", ".md", ".markdown"]) {
    if (ground.isPage(stem + suffix)) return { path: stem + suffix, bare: true };
  }
  for (const name of ground.rules.indexNames) {
    for (const written of [name, name.toUpperCase()]) {
      for (const suffix of [".mdx", ".md"]) {
        const index = inFolder(stem, written + suffix);
        if (ground.isPage(index)) return { path: index, bare: true };
      }
    }
  }
  return ground.hasFolder(path) ? { path, bare: false } : null;
}

export function asFile(ground: LinkGround, found: FoundFile, anchor: string | null): Resolution {
  const style: LinkStyle = { kind: "relative-file", bare: found.bare };
  if (ground.isPage(found.path)) return { target: { kind: "page", path: found.path, anchor }, style };
  return { target: { kind: "asset", path: found.path }, style };
}

/** What an import loads: a file, or a package, which is none of ours. */
export function resolveFile(ground: LinkGround, from: string, href: string): Resolution {
  const alias = aliasOf(ground, href);
  if (alias !== null) return resolveAlias(ground, href, alias);
  const { path } = splitHref(href);
  if (path.startsWith("/") || !path.startsWith(".")) {
    const folders = path.startsWith("/")
      ? [ground.root, ...ground.rules.assetFolders]
      : snippetFolders(ground);
    for (const folder of folders) {
      const file = joinPath(folder, path);
      if (file !== null && ground.hasFile(file)) {
        const prefix = path.startsWith("/") ? "/" : "";
        return {
          target: fileTarget(ground, file),
          style: { kind: "rooted-file", prefix, folder, bare: false },
        };
      }
    }
    if (!path.startsWith("/") && suffixOf(path) === "")
      return { target: { kind: "external", url: href }, style: null };
    if (!path.startsWith("/") && !isMarkdown(path))
      return { target: { kind: "external", url: href }, style: null };
    const style: LinkStyle = {
      kind: "rooted-file",
      prefix: path.startsWith("/") ? "/" : "",
      folder: ground.root,
      bare: false,
    };
    return { target: { kind: "missing", path: joinPath(ground.root, path) ?? path, anchor: null }, style };
  }
  const file = joinPath(folderOf(from), path);
  const style: LinkStyle = { kind: "relative-file", bare: false };
  const found = file === null ? null : importedFile(ground, file);
  if (found !== null) return { target: fileTarget(ground, found), style: { ...style, bare: found !== file } };
  return { target: { kind: "missing", path: file ?? path, anchor: null }, style };
}

const importSuffixes = [
  "",
  ".mdx",
  ".md",
  ".jsx",
  ".tsx",
  ".js",
  ".ts",
  "/index.js",
  "/index.ts",
  "/index.jsx",
  "/index.tsx",
];

function importedFile(ground: LinkGround, path: string): string | null {
  for (const suffix of importSuffixes) if (ground.hasFile(path + suffix)) return path + suffix;
  return null;
}

function snippetFolders(ground: LinkGround): string[] {
  return ["snippets", "_snippets"].map((folder) => inFolder(ground.root, folder));
}

function fileTarget(ground: LinkGround, path: string): Target {
  return ground.isPage(path) ? { kind: "page", path, anchor: null } : { kind: "asset", path };
}

interface Alias {
  readonly prefix: string;
  readonly folder: string;
}

export function aliasOf(ground: LinkGround, href: string): Alias | null {
  for (const [prefix, folder] of ground.rules.aliases) if (href.startsWith(prefix)) return { prefix, folder };
  return null;
}

export function resolveAlias(ground: LinkGround, href: string, alias: Alias): Resolution {
  const { path, fragment } = splitHref(href.slice(alias.prefix.length));
  const file = joinPath(alias.folder, path);
  const style: LinkStyle = { kind: "rooted-file", prefix: alias.prefix, folder: alias.folder, bare: false };
  const found = file === null ? null : importedFile(ground, file);
  if (found === null) return { target: { kind: "missing", path: file ?? path, anchor: fragment }, style };
  const target: Target = ground.isPage(found)
    ? { kind: "page", path: found, anchor: fragment }
    : { kind: "asset", path: found };
  return { target, style: { ...style, bare: found !== file } };
}

export function isMarkdown(path: string): boolean {
  return /\.(?:mdx?|markdown)$/i.test(path);
}
