import type { Node } from "jsonc-parser";
import { applyEdits, type TextEdit } from "../edits.ts";
import type { ConfigChange, ConfigChanges, ManualChange, NavigationPlace } from "../navigation.ts";
import { below, folderOf, suffixOf } from "../paths.ts";
import type { SiteView } from "./framework.ts";
import {
  addProperty,
  child,
  elements,
  insertElements,
  type JsonText,
  removeChildren,
  replaceString,
} from "./json-text.ts";
import {
  type GroupReference,
  keyOfReference,
  type MintlifyConfig,
  type PageReference,
  withoutMarkdownSuffix,
} from "./mintlify-config.ts";

export interface ChangeMintlify {
  readonly root: string;
  readonly configPath: string;
  readonly texts: ReadonlyMap<string, string>;
  read(texts: ReadonlyMap<string, string>): MintlifyConfig;
  readonly site: SiteView;
}

type Change<Kind extends ConfigChange["kind"]> = Extract<ConfigChange, { kind: Kind }>;

/**
 * Carries changes out in docs.json (or mint.json) and the files that it includes: first what is replaced in place,
 * then what goes, then what is added, with the text read anew between, so that no two edits meet.
 */
export function changeMintlify(changes: readonly ConfigChange[], o: ChangeMintlify): ConfigChanges {
  const draft = new Draft(o);
  const main = draft.config.main;
  if (main.tree?.type !== "object" || main.problems.length > 0) {
    const message = `${o.configPath} cannot be read as JSON, so it was left as it is. Correct it, then make this change in it.`;
    const line = main.problems[0]?.line ?? null;
    return { files: [], manual: changes.map((change) => ({ change, file: o.configPath, line, message })) };
  }
  draft.edit((config, edits) => {
    for (const change of changes) replaceInPlace(change, config, edits, draft);
  });
  draft.edit((config, edits) => removeAll(changes, config, edits, draft));
  for (const change of changes) {
    if (change.kind === "add-page") draft.edit((config, edits) => addPage(change, config, edits, draft));
  }
  draft.edit((config, edits) => addRedirects(changes, config, edits));
  return draft.finish();
}

/** Edits by file. */
class Edits {
  readonly byFile = new Map<string, TextEdit[]>();

  add(json: JsonText, ...edits: readonly TextEdit[]): void {
    const known = this.byFile.get(json.path);
    if (known === undefined) this.byFile.set(json.path, [...edits]);
    else known.push(...edits);
  }
}

class Draft {
  readonly o: ChangeMintlify;
  readonly manual: ManualChange[] = [];
  readonly #texts: Map<string, string>;
  #config: MintlifyConfig;

  constructor(o: ChangeMintlify) {
    this.o = o;
    this.#texts = new Map(o.texts);
    this.#config = o.read(this.#texts);
  }

  get config(): MintlifyConfig {
    return this.#config;
  }

  edit(make: (config: MintlifyConfig, edits: Edits) => void): void {
    const edits = new Edits();
    make(this.#config, edits);
    if (edits.byFile.size === 0) return;
    for (const [path, list] of edits.byFile)
      this.#texts.set(path, applyEdits(this.#texts.get(path) ?? "", list));
    this.#config = this.o.read(this.#texts);
  }

  byHand(change: ConfigChange, message: string, line: number | null = null): void {
    this.manual.push({ change, file: this.o.configPath, line, message });
  }

  keyOf(path: string): string {
    return withoutMarkdownSuffix(below(path, this.o.root));
  }

  finish(): ConfigChanges {
    const files = [...this.#texts].filter(([path, text]) => this.o.texts.get(path) !== text);
    return { files: files.map(([path, text]) => ({ path, text })), manual: this.manual };
  }
}

function replaceInPlace(change: ConfigChange, config: MintlifyConfig, edits: Edits, draft: Draft): void {
  switch (change.kind) {
    case "rename-page": {
      const key = draft.keyOf(change.from);
      const url = keyOfReference(draft.o.site.urlOf(change.from));
      for (const page of config.pages) {
        if (page.key !== (page.isHref ? url : key)) continue;
        edits.add(page.json, replaceString(page.node, renamed(page, change, draft)));
      }
      return;
    }
    case "set-label":
      return draft.byHand(
        change,
        `Navigation shows a page's own title: set sidebarTitle in ${change.path}'s frontmatter.`,
      );
    case "rename-group":
      for (const group of findGroups(config, change.from)) {
        edits.add(group.json, replaceString(group.label, change.to));
      }
      return;
    case "retarget-redirect":
      for (const { redirect, destination } of config.redirects) {
        if (redirect.fromUrl === change.from) edits.add(config.main, replaceString(destination, change.to));
      }
      return;
    case "add-page":
    case "add-redirect":
    case "remove-page":
    case "remove-redirect":
    // Not in place: they change the shape of the file.
  }
}

/** The new reference, with slash, suffix, query and fragment where the old one had them. */
function renamed(page: PageReference, change: Change<"rename-page">, draft: Draft): string {
  const old = String(page.node.value);
  if (page.isHref) {
    const rest = /[?#].*$/s.exec(old)?.[0] ?? "";
    const path = old.slice(0, old.length - rest.length);
    const url = draft.o.site.urlOf(change.to);
    return (path.length > 1 && path.endsWith("/") && url !== "/" ? `${url}/` : url) + rest;
  }
  const slash = old.startsWith("/") ? "/" : "";
  const suffix = /\.mdx?$/i.test(old) ? suffixOf(change.to) : "";
  return slash + draft.keyOf(change.to) + suffix;
}

/** A page goes from every list, and with it each group that it leaves without pages; tabs, versions and the like stay. */
function removeAll(
  changes: readonly ConfigChange[],
  config: MintlifyConfig,
  edits: Edits,
  draft: Draft,
): void {
  const removed = new Map<Node, { json: JsonText; nodes: Set<Node> }>();
  const take = (list: Node, json: JsonText, node: Node) => {
    const known = removed.get(list);
    if (known === undefined) removed.set(list, { json, nodes: new Set([node]) });
    else known.nodes.add(node);
  };
  const keys = new Set(
    changes.flatMap((change) => (change.kind === "remove-page" ? [draft.keyOf(change.path)] : [])),
  );
  for (const page of config.pages) {
    if (page.isHref || !keys.has(page.key)) continue;
    if (page.list !== null) take(page.list, page.json, page.node);
    else removeRoot(page, edits);
  }
  // Innermost groups come after the ones around them.
  for (const group of [...config.groups].reverse()) {
    const pages = child(group.object, "pages");
    const gone = pages === null ? undefined : removed.get(pages)?.nodes.size;
    const isEmptied = gone !== undefined && gone === elements(pages).length;
    if (!isEmptied || group.list === null || !isPlainGroup(group.object)) continue;
    if (pages !== null) removed.delete(pages);
    take(group.list, group.json, group.object);
  }
  const froms = new Set(
    changes.flatMap((change) => (change.kind === "remove-redirect" ? [change.from] : [])),
  );
  const { redirectList } = config;
  for (const { redirect, object } of config.redirects) {
    if (froms.has(redirect.fromUrl) && redirectList !== null)
      take(redirectList.list, redirectList.json, object);
  }
  for (const [list, { json, nodes }] of removed) edits.add(json, ...removeChildren(list, nodes));
}

function removeRoot(page: PageReference, edits: Edits): void {
  const property = page.node.parent;
  const object = property?.parent;
  if (property !== undefined && object !== undefined)
    edits.add(page.json, ...removeChildren(object, new Set([property])));
}

function isPlainGroup(object: Node): boolean {
  return (
    child(object, "group") !== null &&
    ["root", "openapi", "asyncapi"].every((key) => child(object, key) === null)
  );
}

function addPage(change: Change<"add-page">, config: MintlifyConfig, edits: Edits, draft: Draft): void {
  const value = JSON.stringify(draft.keyOf(change.path));
  const spot = findSpot(change.place, change.path, config, draft);
  if (spot !== null) {
    edits.add(spot.json, insertElements(spot.json, spot.list, spot.index, [value]));
    return;
  }
  if (
    typeof change.place === "object" &&
    "group" in change.place &&
    addToNewList(change.place.group, value, config, edits)
  )
    return;
  draft.byHand(
    change,
    `No place for ${draft.keyOf(change.path)} was found in the navigation. Add it where it belongs.`,
  );
}

interface Spot {
  readonly list: Node;
  readonly index: number;
  readonly json: JsonText;
}

function findSpot(place: NavigationPlace, path: string, config: MintlifyConfig, draft: Draft): Spot | null {
  if (place === "end") return spotBesideFolder(path, config, draft) ?? lastSpot(config);
  if ("group" in place) {
    const [group] = findGroups(config, place.group);
    const pages = group === undefined ? null : listOfGroup(group);
    if (group === undefined || pages === null) return null;
    return { list: pages, index: place.at === "start" ? 0 : elements(pages).length, json: group.json };
  }
  const key = draft.keyOf("after" in place ? place.after : place.before);
  const beside = config.pages.find((page) => page.list !== null && page.key === key);
  if (beside?.list == null) return spotBesideFolder(path, config, draft) ?? lastSpot(config);
  return {
    list: beside.list,
    index: indexIn(beside.list, beside.node) + ("after" in place ? 1 : 0),
    json: beside.json,
  };
}

/** After the last page of the same folder, else of the folders around it. */
function spotBesideFolder(path: string, config: MintlifyConfig, draft: Draft): Spot | null {
  for (let folder = folderOf(draft.keyOf(path)); ; folder = folderOf(folder)) {
    const beside = config.pages.findLast((page) => page.list !== null && folderOf(page.key) === folder);
    if (beside?.list != null)
      return { list: beside.list, index: indexIn(beside.list, beside.node) + 1, json: beside.json };
    if (folder === "") return null;
  }
}

function lastSpot(config: MintlifyConfig): Spot | null {
  const last = config.pages.findLast((page) => page.list !== null);
  if (last?.list != null)
    return { list: last.list, index: indexIn(last.list, last.node) + 1, json: last.json };
  for (const group of config.groups) {
    const pages = child(group.object, "pages");
    if (pages?.type === "array") return { list: pages, index: elements(pages).length, json: group.json };
  }
  const pages = child(child(config.main.tree, "navigation"), "pages");
  return pages?.type === "array" ? { list: pages, index: elements(pages).length, json: config.main } : null;
}

function indexIn(list: Node, node: Node): number {
  return elements(list).indexOf(node);
}

/** Groups by their names from the outside in; the end of the list of names is enough. */
function findGroups(config: MintlifyConfig, names: readonly string[]): GroupReference[] {
  const wanted = names.map((name) => name.toLowerCase());
  const ends = (group: GroupReference) => {
    const own = group.names.slice(-wanted.length).map((name) => name.toLowerCase());
    return own.length === wanted.length && own.every((name, index) => name === wanted[index]);
  };
  return wanted.length === 0 ? [] : config.groups.filter(ends);
}

/** The list of pages of a group; of a tab or version that holds groups, that of the first group in it. */
function listOfGroup(group: GroupReference): Node | null {
  const pages = child(group.object, "pages");
  if (pages?.type === "array") return pages;
  for (const inner of elements(child(group.object, "groups"))) {
    const list = child(inner, "pages");
    if (list?.type === "array") return list;
  }
  return null;
}

/** A group that is there but has no list yet gets one; a group that is not there is added behind the last group. */
function addToNewList(
  names: readonly string[],
  value: string,
  config: MintlifyConfig,
  edits: Edits,
): boolean {
  const [group] = findGroups(config, names);
  if (group !== undefined) {
    edits.add(group.json, addProperty(group.json, group.object, "pages", `[\n  ${value}\n]`));
    return true;
  }
  const outer = names.length > 1 ? findGroups(config, names.slice(0, -1))[0] : undefined;
  const groups =
    outer === undefined ? lastGroupList(config) : { list: child(outer.object, "groups"), json: outer.json };
  if (groups?.list?.type !== "array") return false;
  const name = JSON.stringify(names.at(-1) ?? "");
  const unit = "  ";
  const object = `{\n${unit}"group": ${name},\n${unit}"pages": [\n${unit}${unit}${value}\n${unit}]\n}`;
  edits.add(groups.json, insertElements(groups.json, groups.list, elements(groups.list).length, [object]));
  return true;
}

/** The list that holds the last of the outermost groups. */
function lastGroupList(config: MintlifyConfig): { list: Node; json: JsonText } | null {
  const groups = config.groups.filter(
    (group) => group.list !== null && child(group.object, "group") !== null,
  );
  const depth = Math.min(...groups.map((group) => group.names.length));
  const last = groups.findLast((group) => group.names.length === depth);
  return last?.list == null ? null : { list: last.list, json: last.json };
}

function addRedirects(changes: readonly ConfigChange[], config: MintlifyConfig, edits: Edits): void {
  const known = new Set(config.redirects.map(({ redirect }) => redirect.fromUrl));
  const added = changes
    .filter((change) => change.kind === "add-redirect")
    .filter(({ from }) => !known.has(from));
  if (added.length === 0 || config.main.tree === null) return;
  const multiline =
    config.redirects.length === 0 || config.redirects.some(({ object }) => spansLines(config.main, object));
  const values = added.map(({ from, to }) => redirectObject(from, to, multiline));
  const { redirectList } = config;
  if (redirectList !== null) {
    const { list, json } = redirectList;
    edits.add(json, insertElements(json, list, elements(list).length, values));
    return;
  }
  const body = values.map((value) => `  ${value.split("\n").join("\n  ")}`).join(",\n");
  edits.add(config.main, addProperty(config.main, config.main.tree, "redirects", `[\n${body}\n]`));
}

function redirectObject(from: string, to: string, multiline: boolean): string {
  const source = `"source": ${JSON.stringify(from)}`;
  const destination = `"destination": ${JSON.stringify(to)}`;
  return multiline ? `{\n  ${source},\n  ${destination}\n}` : `{ ${source}, ${destination} }`;
}

function spansLines(json: JsonText, node: Node): boolean {
  return json.text.slice(node.offset, node.offset + node.length).includes("\n");
}
