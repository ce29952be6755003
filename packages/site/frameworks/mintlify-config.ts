import type { Node } from "jsonc-parser";
import { limits } from "../limits.ts";
import type { NavigationEntry, Redirect } from "../navigation.ts";
import { inFolder } from "../paths.ts";
import type { ConfigProblem } from "../site.ts";
import { child, elements, endOf, type JsonText, parseJsonText, properties, stringOf } from "./json-text.ts";
import {
  type GroupReference,
  keyOfReference,
  type MintlifyConfig,
  type PageReference,
  type ReadConfig,
  type RedirectReference,
  refOf,
} from "./mintlify-references.ts";
import { lineFinder } from "./text.ts";

export function readMintlifyConfig(o: ReadConfig): MintlifyConfig {
  const reader = new ConfigReader(o);
  return reader.read();
}

const listKeys = [
  "groups",
  "pages",
  "tabs",
  "anchors",
  "dropdowns",
  "versions",
  "languages",
  "products",
  "menu",
];
const labelKeys = ["group", "tab", "anchor", "dropdown", "version", "language", "product", "item", "name"];
const endpoint = /^(?:\S+\s+)?(?:GET|POST|PUT|PATCH|DELETE|HEAD|OPTIONS|TRACE|WEBHOOK)\s+\S/i;

interface Place {
  readonly json: JsonText;
  readonly names: readonly string[];
  readonly hidden: boolean;
  readonly depth: number;
}

class ConfigReader {
  readonly #o: ReadConfig;
  readonly #files = new Map<string, JsonText>();
  readonly #lines = new Map<string, (offset: number) => number>();
  readonly #pages: PageReference[] = [];
  readonly #groups: GroupReference[] = [];
  readonly #problems: ConfigProblem[] = [];
  readonly #generated = new Set<string>();

  constructor(o: ReadConfig) {
    this.#o = o;
  }

  read(): MintlifyConfig {
    const main = this.#file(this.#o.configPath) ?? parseJsonText(this.#o.configPath, "");
    const place = { json: main, names: [], hidden: false, depth: 0 };
    const navigation = child(main.tree, "navigation");
    const entries =
      navigation?.type === "array" ? this.#list(navigation, place) : this.#lists(navigation, place);
    if (main.tree !== null && navigation === null) {
      this.#problem(main, main.tree, "`navigation` is missing. Add it, with the site's pages.");
    }
    this.#noteHrefs(main);
    if (child(child(main.tree, "api"), "openapi") !== null) this.#generated.add("api-reference");
    const list = child(main.tree, "redirects");
    return {
      main,
      files: this.#files,
      entries,
      pages: this.#pages,
      groups: this.#groups,
      redirects: elements(list)
        .slice(0, limits.redirectsMax)
        .flatMap((node) => this.#redirect(node, main)),
      redirectList: list?.type === "array" ? { list, json: main } : null,
      generatedFolders: this.#generated,
      problems: this.#problems,
    };
  }

  #file(path: string): JsonText | null {
    const known = this.#files.get(path);
    if (known !== undefined) return known;
    const text = this.#o.texts.get(path);
    if (text === undefined) return null;
    const json = parseJsonText(path, text);
    this.#files.set(path, json);
    for (const { line, message } of json.problems) this.#problems.push({ path, line, message });
    return json;
  }

  #problem(json: JsonText, node: Node, message: string): void {
    this.#problems.push({ path: json.path, line: this.#line(json, node), message });
  }

  #line(json: JsonText, node: Node): number {
    let find = this.#lines.get(json.path);
    if (find === undefined) {
      find = lineFinder(json.text);
      this.#lines.set(json.path, find);
    }
    return find(node.offset);
  }

  /** Follows a `$ref`. Each `$ref` adds to the depth, so files that include each other stop at the depth limit. */
  #follow(node: Node, place: Place): { node: Node; place: Place } {
    const path = refOf(place.json.path, node);
    if (path === null) return { node, place };
    const json = this.#file(path);
    if (json?.tree == null) {
      this.#problem(
        place.json,
        node,
        `The included file ${path} cannot be read. Correct the path or the file.`,
      );
      return { node, place };
    }
    return { node: json.tree, place: { ...place, json, depth: place.depth + 1 } };
  }

  #lists(node: Node | null, place: Place): NavigationEntry[] {
    if (node === null) return [];
    const at = this.#follow(node, place);
    const entries: NavigationEntry[] = [];
    for (const { key, value } of properties(at.node)) {
      if (listKeys.includes(key)) entries.push(...this.#list(value, at.place));
      else if (key === "global") entries.push(...this.#lists(value, at.place));
    }
    return entries;
  }

  #list(node: Node, place: Place): NavigationEntry[] {
    if (place.depth > limits.navigationDepthMax) {
      this.#problem(
        place.json,
        node,
        `The navigation is nested deeper than ${limits.navigationDepthMax} levels. Flatten it.`,
      );
      return [];
    }
    const at = this.#follow(node, place);
    const inner = { ...at.place, depth: at.place.depth + 1 };
    return elements(at.node).flatMap((element) => this.#element(element, at.node, inner));
  }

  #element(node: Node, list: Node, place: Place): NavigationEntry[] {
    const text = stringOf(node);
    if (text !== null) return [this.#pageEntry(node, text, list, place)];
    const at = this.#follow(node, place);
    return at.node.type === "object" ? [this.#group(at.node, node === at.node ? list : null, at.place)] : [];
  }

  #pageEntry(node: Node, text: string, list: Node, place: Place): NavigationEntry {
    if (endpoint.test(text)) {
      this.#generated.add("api-reference");
      return this.#entry("generated", node, place, { label: null, target: text, path: null, children: [] });
    }
    const key = keyOfReference(text);
    this.#pages.push({ key, node, json: place.json, list, isHref: false });
    return this.#entry("page", node, place, {
      label: null,
      target: text,
      path: this.#pathOf(key),
      children: [],
    });
  }

  #group(node: Node, list: Node | null, place: Place): NavigationEntry {
    const labelNode =
      labelKeys.map((key) => child(node, key)).find((found) => stringOf(found) !== null) ?? null;
    const label = stringOf(labelNode);
    const names = label === null ? place.names : [...place.names, label];
    if (labelNode !== null)
      this.#groups.push({ names, label: labelNode, object: node, json: place.json, list });
    const hidden = place.hidden || child(node, "hidden")?.value === true;
    const children = this.#lists(node, { ...place, names, hidden });
    if (this.#noteApi(node) && children.length === 0) {
      children.push(
        this.#entry("generated", node, place, { label: null, target: null, path: null, children: [] }),
      );
    }
    const root = child(node, "root");
    const rootKey = stringOf(root);
    if (root !== null && rootKey !== null) {
      const reference = {
        key: keyOfReference(rootKey),
        node: root,
        json: place.json,
        list: null,
        isHref: false,
      };
      this.#pages.push(reference);
      return this.#entry(
        "group",
        node,
        { ...place, hidden },
        { label, target: rootKey, path: this.#pathOf(reference.key), children },
      );
    }
    const href = stringOf(child(node, "href")) ?? stringOf(child(node, "url"));
    const kind = href !== null && children.length === 0 ? "link" : "group";
    const path = href?.startsWith("/") === true ? this.#existing(keyOfReference(href)) : null;
    return this.#entry(kind, node, { ...place, hidden }, { label, target: href, path, children });
  }

  #entry(
    kind: NavigationEntry["kind"],
    node: Node,
    place: Place,
    rest: Pick<NavigationEntry, "label" | "target" | "path" | "children">,
  ): NavigationEntry {
    const span = { start: node.offset, end: endOf(node) };
    return {
      kind,
      file: place.json.path,
      span,
      line: this.#line(place.json, node),
      hidden: place.hidden,
      ...rest,
    };
  }

  /** Whether the group's pages are generated from an API description. */
  #noteApi(node: Node): boolean {
    const api = child(node, "openapi") ?? child(node, "asyncapi");
    if (api === null) return false;
    const folder = stringOf(child(api, "directory"));
    this.#generated.add(folder === null ? "api-reference" : (keyOfReference(folder).split("/")[0] ?? ""));
    return true;
  }

  #pathOf(key: string): string {
    return this.#existing(key) ?? `${inFolder(this.#o.root, key)}.mdx`;
  }

  #existing(key: string): string | null {
    for (const name of [key, key === "" ? "index" : `${key}/index`]) {
      for (const suffix of [".mdx", ".md"]) {
        const path = inFolder(this.#o.root, name + suffix);
        if (this.#o.hasFile(path)) return path;
      }
    }
    return null;
  }

  /** Notes addresses anywhere in the file (top bar, footer, anchors). They are updated when a page moves. */
  #noteHrefs(json: JsonText): void {
    const visit = (node: Node, depth: number): void => {
      if (depth > limits.navigationDepthMax * 3) return;
      if (node.type === "property") {
        const [key, value] = node.children ?? [];
        if (value === undefined) return;
        if (key?.value === "href" || key?.value === "url") this.#noteHref(value, json);
        else visit(value, depth + 1);
      } else if (node.type === "object" || node.type === "array") {
        for (const part of node.children ?? []) visit(part, depth + 1);
      }
    };
    if (json.tree !== null) visit(json.tree, 0);
  }

  #noteHref(node: Node, json: JsonText): void {
    const href = stringOf(node);
    if (href === null || !href.startsWith("/") || href.startsWith("//")) return;
    const key = keyOfReference(href.split(/[?#]/)[0] ?? "");
    this.#pages.push({ key, node, json, list: null, isHref: true });
  }

  #redirect(object: Node, json: JsonText): RedirectReference[] {
    const source = child(object, "source");
    const destination = child(object, "destination");
    const from = stringOf(source);
    const to = stringOf(destination);
    if (source === null || destination === null || from === null || to === null) {
      this.#problem(
        json,
        object,
        "A redirect needs a `source` and a `destination`, both strings. Add the missing one.",
      );
      return [];
    }
    const redirect: Redirect = {
      from,
      to,
      fromUrl: from.startsWith("/") ? from : `/${from}`,
      toUrl: to,
      pattern: from.includes("*") || /\/:[\w-]/.test(from),
      file: json.path,
      span: { start: object.offset, end: endOf(object) },
      line: this.#line(json, object),
    };
    return [{ redirect, object, source, destination }];
  }
}
