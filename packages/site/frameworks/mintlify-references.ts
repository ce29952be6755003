import type { Node } from "jsonc-parser";
import type { NavigationEntry, Redirect } from "../navigation.ts";
import { folderOf, joinPath, withoutSuffix } from "../paths.ts";
import type { ConfigProblem } from "../site.ts";
import { child, type JsonText, parseJsonText, stringOf } from "./json-text.ts";

/** A string in the configuration that refers to a page. */
export interface PageReference {
  /** The page's path below the docs folder, without suffix. Used to compare references. */
  readonly key: string;
  readonly node: Node;
  readonly json: JsonText;
  /** The array that contains it. Null for a `root` or an `href`. */
  readonly list: Node | null;
  /** Whether it is an address rather than a path. */
  readonly isHref: boolean;
}

/** A group, tab, anchor or similar entry of the navigation. */
export interface GroupReference {
  /** The names, outermost first. */
  readonly names: readonly string[];
  readonly label: Node;
  readonly object: Node;
  readonly json: JsonText;
  /** The array of groups that contains it. */
  readonly list: Node | null;
}

export interface RedirectReference {
  readonly redirect: Redirect;
  readonly object: Node;
  readonly source: Node;
  readonly destination: Node;
}

/** The content of docs.json or mint.json and of all files that it includes through `$ref`. */
export interface MintlifyConfig {
  readonly main: JsonText;
  readonly files: ReadonlyMap<string, JsonText>;
  readonly entries: readonly NavigationEntry[];
  readonly pages: readonly PageReference[];
  readonly groups: readonly GroupReference[];
  readonly redirects: readonly RedirectReference[];
  readonly redirectList: { readonly list: Node; readonly json: JsonText } | null;
  /** First segments of addresses that are generated from API descriptions. */
  readonly generatedFolders: ReadonlySet<string>;
  readonly problems: readonly ConfigProblem[];
}

export interface ReadConfig {
  readonly configPath: string;
  readonly root: string;
  /** The configuration and all included files, by path. See `referencedFiles`. */
  readonly texts: ReadonlyMap<string, string>;
  hasFile(path: string): boolean;
}

/** The JSON files that this one includes: `{ "$ref": "./tabs.json" }`. */
export function referencedFiles(path: string, text: string): string[] {
  const found: string[] = [];
  const visit = (node: Node) => {
    const reference = refOf(path, node);
    if (reference !== null) found.push(reference);
    for (const part of node.children ?? []) visit(part);
  };
  const { tree } = parseJsonText(path, text);
  if (tree !== null) visit(tree);
  return found;
}

/** The file that an object includes by its `$ref`, or null. */
export function refOf(path: string, node: Node): string | null {
  const reference = stringOf(child(node, "$ref"));
  return reference === null || !reference.endsWith(".json") ? null : joinPath(folderOf(path), reference);
}

/** Normalizes a page reference: removes the slashes at both ends and its Markdown suffix. */
export function keyOfReference(reference: string): string {
  return withoutMarkdownSuffix(reference.replace(/^\/+/, "").replace(/\/+$/, ""));
}

export function withoutMarkdownSuffix(path: string): string {
  return /\.mdx?$/i.test(path) ? withoutSuffix(path) : path;
}
