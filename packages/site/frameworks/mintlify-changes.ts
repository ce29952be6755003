import type { Node } from "jsonc-parser";
import { applyEdits, type TextEdit } from "../edits.ts";
import type { ConfigChange, ConfigChanges, ManualChange } from "../navigation.ts";
import { below, suffixOf } from "../paths.ts";
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
import { findGroups, findSpot, newList } from "./mintlify-places.ts";
import {
  keyOfReference,
  type MintlifyConfig,
  type PageReference,
  withoutMarkdownSuffix,
} from "./mintlify-references.ts";

export interface ChangeMintlify {
  readonly root: string;
  readonly configPath: string;
  readonly texts: ReadonlyMap<string, string>;
  read(texts: ReadonlyMap<string, string>): MintlifyConfig;
  readonly site: SiteView;
}

type Change<Kind extends ConfigChange["kind"]> = Extract<ConfigChange, { kind: Kind }>;

/**
 * Changes docs.json (or mint.json) and the files it includes: first replacements, then removals, then additions. The
 * text is parsed again between them, so that edits cannot overlap.
 */
export function changeMintlify(changes: readonly ConfigChange[], o: ChangeMintlify): ConfigChanges {
  const draft = new Draft(o);
  const main = draft.config.main;
  if (main.tree?.type !== "object" || main.problems.length > 0) {
    const message = `${o.configPath} is not valid JSON, so it was left unchanged. Correct it, then make this change.`;
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
        `The navigation shows the page's own title. Set sidebarTitle in the frontmatter of ${change.path}.`,
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
    // These changes are not made in place, because they change the shape of the file.
  }
}

/** The new reference, with slash, suffix, query and fragment if the old one has them. */
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

/** Removes pages from every list, and groups that become empty. Tabs, versions and similar entries stay. */
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
  // In reverse, inner groups come before the groups around them.
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
  const keyOf = (path: string) => draft.keyOf(path);
  const spot = findSpot(change.place, change.path, config, keyOf);
  if (spot !== null) {
    edits.add(spot.json, insertElements(spot.json, spot.list, spot.index, [value]));
    return;
  }
  const isGroup = typeof change.place === "object" && "group" in change.place;
  const list = isGroup ? newList(change.place.group, value, config) : null;
  if (list !== null) {
    edits.add(list.json, list.edit);
    return;
  }
  const key = draft.keyOf(change.path);
  draft.byHand(change, `The navigation has no place for ${key}. Add it by hand.`);
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
