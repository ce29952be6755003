import type { Node } from "jsonc-parser";
import type { TextEdit } from "../edits.ts";
import type { NavigationPlace } from "../navigation.ts";
import { folderOf } from "../paths.ts";
import { addProperty, child, elements, insertElements, type JsonText } from "./json-text.ts";
import type { GroupReference, MintlifyConfig } from "./mintlify-references.ts";

interface Spot {
  readonly list: Node;
  readonly index: number;
  readonly json: JsonText;
}

/** Finds the place for a new page in the navigation's lists. Null if the group has no list. */
export function findSpot(
  place: NavigationPlace,
  path: string,
  config: MintlifyConfig,
  keyOf: (path: string) => string,
): Spot | null {
  if (place === "end") return spotBesideFolder(path, config, keyOf) ?? lastSpot(config);
  if ("group" in place) {
    const [group] = findGroups(config, place.group);
    const pages = group === undefined ? null : listOfGroup(group);
    if (group === undefined || pages === null) return null;
    return { list: pages, index: place.at === "start" ? 0 : elements(pages).length, json: group.json };
  }
  const key = keyOf("after" in place ? place.after : place.before);
  const beside = config.pages.find((page) => page.list !== null && page.key === key);
  if (beside?.list == null) return spotBesideFolder(path, config, keyOf) ?? lastSpot(config);
  return {
    list: beside.list,
    index: indexIn(beside.list, beside.node) + ("after" in place ? 1 : 0),
    json: beside.json,
  };
}

/** The place after the last page in the same folder or, if there is none, in the nearest parent folder that has one. */
function spotBesideFolder(
  path: string,
  config: MintlifyConfig,
  keyOf: (path: string) => string,
): Spot | null {
  for (let folder = folderOf(keyOf(path)); ; folder = folderOf(folder)) {
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

/** Finds groups by their names, outermost first. The innermost names are enough. */
export function findGroups(config: MintlifyConfig, names: readonly string[]): GroupReference[] {
  const wanted = names.map((name) => name.toLowerCase());
  const ends = (group: GroupReference) => {
    const own = group.names.slice(-wanted.length).map((name) => name.toLowerCase());
    return own.length === wanted.length && own.every((name, index) => name === wanted[index]);
  };
  return wanted.length === 0 ? [] : config.groups.filter(ends);
}

/** The group's list of pages. For a tab or version that contains groups, the list of its first group. */
function listOfGroup(group: GroupReference): Node | null {
  const pages = child(group.object, "pages");
  if (pages?.type === "array") return pages;
  for (const inner of elements(child(group.object, "groups"))) {
    const list = child(inner, "pages");
    if (list?.type === "array") return list;
  }
  return null;
}

/** Adds a list to an existing group without one, or a new group after the last group. */
export function newList(
  names: readonly string[],
  value: string,
  config: MintlifyConfig,
): { json: JsonText; edit: TextEdit } | null {
  const [group] = findGroups(config, names);
  if (group !== undefined) {
    const edit = addProperty(group.json, group.object, "pages", `[\n  ${value}\n]`);
    return { json: group.json, edit };
  }
  const outer = names.length > 1 ? findGroups(config, names.slice(0, -1))[0] : undefined;
  const groups =
    outer === undefined ? lastGroupList(config) : { list: child(outer.object, "groups"), json: outer.json };
  if (groups?.list?.type !== "array") return null;
  const name = JSON.stringify(names.at(-1) ?? "");
  const unit = "  ";
  const object = `{\n${unit}"group": ${name},\n${unit}"pages": [\n${unit}${unit}${value}\n${unit}]\n}`;
  const edit = insertElements(groups.json, groups.list, elements(groups.list).length, [object]);
  return { json: groups.json, edit };
}

/** The list that contains the last of the outermost groups. */
function lastGroupList(config: MintlifyConfig): { list: Node; json: JsonText } | null {
  const groups = config.groups.filter(
    (group) => group.list !== null && child(group.object, "group") !== null,
  );
  const depth = Math.min(...groups.map((group) => group.names.length));
  const last = groups.findLast((group) => group.names.length === depth);
  return last?.list == null ? null : { list: last.list, json: last.json };
}
