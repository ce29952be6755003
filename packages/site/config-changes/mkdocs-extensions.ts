import { type Document, isAlias, isMap, isNode, isScalar, isSeq, type Node, visit } from "yaml";

/**
 * The extensions whose entries a change may remove. Without such an extension, pages show the text that the extension
 * would have converted. The policy reads pages in the same way with and without these extensions, so removing one can't
 * activate content that the policy overlooked. All other extensions stay, because they display code, hide text, convert
 * HTML or are unknown.
 */
const removable = new Set(
  (
    "abbr admonition attr_list codehilite def_list footnotes legacy_attrs legacy_em meta nl2br sane_lists smarty tables " +
    "toc wikilinks pymdownx.betterem pymdownx.caret pymdownx.details pymdownx.emoji pymdownx.highlight pymdownx.keys " +
    "pymdownx.magiclink pymdownx.mark pymdownx.progressbar pymdownx.smartsymbols pymdownx.snippets pymdownx.tabbed " +
    "pymdownx.tasklist pymdownx.tilde"
  ).split(" "),
);

/** An entry of `markdown_extensions`. */
export interface Extension {
  readonly name: string;
  readonly source: string;
  /** The lines of the entry, with the last line end. */
  readonly start: number;
  readonly end: number;
  readonly isShared: boolean;
}

interface Configured {
  readonly source: string;
  readonly extensions: readonly Extension[];
}

/**
 * Returns the old `mkdocs.yml` without the lines of the Markdown extensions that the new file lacks. Returns null if no
 * extension was removed, or if only people may remove one of the removed extensions.
 */
export function withoutRemovedExtensions(
  { source: before, extensions: old }: Configured,
  { extensions: now }: Configured,
): string | null {
  if (now.length === 0) return null;
  const removed: Extension[] = [];
  let kept = 0;
  for (const entry of old)
    if (now[kept]?.source === entry.source) kept++;
    else removed.push(entry);
  const isAllowed = removed.every(({ name, isShared }) => removable.has(name) && !isShared);
  if (removed.length === 0 || kept < now.length || !isAllowed) return null;
  let rest = "";
  let at = 0;
  for (const { start, end } of removed) {
    rest += before.slice(at, start);
    at = end;
  }
  return rest + before.slice(at);
}

/** Returns the entries of `markdown_extensions`, or none if an entry shares its lines with something else. */
export function extensionsIn({ contents }: Document, source: string): Extension[] {
  const list = isMap(contents) ? contents.get("markdown_extensions", true) : null;
  if (!isSeq(list) || list.flow === true || list.anchor !== undefined) return [];
  const entries = list.items.map((item) => (isNode(item) ? extensionAt(source, item) : null));
  return entries.every((entry) => entry !== null) ? entries : [];
}

function extensionAt(source: string, item: Node): Extension | null {
  const name = nameOf(item);
  const [from, to] = item.range ?? [];
  if (name === null || from === undefined || to === undefined) return null;
  const start = source.lastIndexOf("\n", from - 1) + 1;
  const written = source.slice(from, to).trimEnd();
  const feed = source.indexOf("\n", from + written.length);
  const end = feed < 0 ? source.length : feed + 1;
  const isOwnLines =
    /^[ ]*- +$/u.test(source.slice(start, from)) &&
    /^[ \t]*(?:#.*)?\r?\n?$/u.test(source.slice(from + written.length, end));
  return isOwnLines ? { name, source: written, start, end, isShared: isShared(item) } : null;
}

function nameOf(item: Node): string | null {
  const key = isMap(item) && item.items.length === 1 ? item.items[0]?.key : item;
  if (!isScalar(key) || typeof key.value !== "string") return null;
  return key.value.replace(/^markdown\.extensions\./u, "");
}

/** Whether another part of the file may refer to the entry. */
function isShared(item: Node): boolean {
  let found = false;
  visit(item, (_key, node) => {
    if (isNode(node) && (isAlias(node) || ("anchor" in node && node.anchor !== undefined))) found = true;
  });
  return found;
}
