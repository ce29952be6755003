import { splitHref } from "./href.ts";
import { below, fileName, folderOf, isBelow, relativePath, withoutSuffix } from "./paths.ts";
import type { LinkGround, LinkStyle } from "./resolve-link.ts";

/** What a new destination is written from. */
export interface HrefWish {
  /** The page that it stands in and the file that it names, both as they will be. */
  readonly from: string;
  readonly to: string;
  readonly fromUrl: string;
  readonly toUrl: string;
  /** The destination whose manner is kept, and how it was understood. */
  readonly like: string;
  readonly style: LinkStyle;
  /** Imports name files: they need `./` and know no percent-encoding. */
  readonly isFile: boolean;
}

/** Writes a destination in the manner of another: rooted or relative, with or without suffix, `./`, slash, query, fragment. */
export function writeHref(ground: LinkGround, wish: HrefWish): string {
  const parts = splitHref(wish.like);
  const path = wish.isFile
    ? writePath(ground, wish, parts.path)
    : encodePath(writePath(ground, wish, parts.path), wish.like);
  return path + parts.query + parts.hash;
}

function writePath(ground: LinkGround, wish: HrefWish, likePath: string): string {
  const { style, from, to } = wish;
  if (likePath === "" && from === to) return "";
  switch (style.kind) {
    case "rooted-url":
      return style.base + withSlashLike(wish.toUrl + indexLike(ground, to, likePath), likePath);
    case "rooted-file": {
      const folder = isBelow(to, style.folder)
        ? style.folder
        : (ground.rules.assetFolders.find((f) => isBelow(to, f)) ?? "");
      return style.prefix + barePath(ground, below(to, folder), style.bare, likePath);
    }
    case "relative-url":
      return relativeUrlTo(wish.fromUrl, withSlashLike(wish.toUrl, likePath), likePath);
    case "relative-file":
      return relativeFile(ground, wish, style.bare, likePath);
  }
}

function relativeFile(ground: LinkGround, wish: HrefWish, bare: boolean, likePath: string): string {
  const target = barePath(ground, wish.to, bare, likePath);
  const relative = relativePath(folderOf(wish.from), target);
  const dotted = (likePath.startsWith("./") || wish.isFile) && !relative.startsWith(".");
  const slash = bare && likePath.endsWith("/") && !relative.endsWith("/") ? "/" : "";
  return (dotted ? "./" : "") + relative + slash;
}

/** The path as it is, or without what a bare destination leaves out: the suffix, and the name of a folder's page. */
function barePath(ground: LinkGround, path: string, bare: boolean, likePath: string): string {
  if (!bare) return path;
  if (/\.html$/i.test(likePath)) return `${withoutSuffix(path)}.html`;
  const stem = withoutSuffix(path);
  const isIndex = ground.rules.indexNames.includes(fileName(stem).toLowerCase());
  const namedIndex = ground.rules.indexNames.includes(fileName(likePath).toLowerCase());
  return isIndex && !namedIndex ? folderOf(stem) : stem;
}

/** `/index` where the other destination names the page of its folder in full and this one is such a page too. */
function indexLike(ground: LinkGround, path: string, likePath: string): string {
  const name = fileName(withoutSuffix(path));
  const isNamed = ground.rules.indexNames.includes(fileName(likePath).toLowerCase());
  return isNamed && name.toLowerCase() === fileName(likePath).toLowerCase() ? `/${name}` : "";
}

/** The address with a slash or `.html` at its end if, and only if, the other has it. */
function withSlashLike(url: string, likePath: string): string {
  const bare = (url.length > 1 && url.endsWith("/") ? url.slice(0, -1) : url).replace(/\.html$/i, "");
  if (/\.html$/i.test(likePath) && bare !== "/") return `${bare}.html`;
  return likePath.length > 1 && likePath.endsWith("/") && bare !== "/" ? `${bare}/` : bare;
}

function relativeUrlTo(fromUrl: string, toUrl: string, likePath: string): string {
  const folder = fromUrl.slice(1, fromUrl.lastIndexOf("/") + 1).replace(/\/$/, "");
  const slash = toUrl.length > 1 && toUrl.endsWith("/") ? "/" : "";
  const relative = relativePath(folder, toUrl.slice(1).replace(/\/$/, ""));
  const dotted = likePath.startsWith("./") && !relative.startsWith(".");
  return (dotted ? "./" : "") + relative + (relative === "." ? "/" : slash);
}

/** Percent-encodes what would end a destination early, and other scripts only if the destination before did. */
function encodePath(path: string, like: string): string {
  const encoded = path.replace(/[\s"'<>`{}|\\^%()[\]]/g, (char) =>
    char === "(" || char === ")" || char === "'"
      ? `%${char.charCodeAt(0).toString(16).toUpperCase()}`
      : encodeURIComponent(char),
  );
  return /%[0-9A-Fa-f]{2}/.test(like) ? encoded.replace(/[^\x21-\x7e]+/g, encodeURIComponent) : encoded;
}
