import { containsWords, type Line, looseOf, plain } from "./lines.ts";

/** An item of a list, with everything that is nested in it. */
export interface Item {
  readonly first: number;
  readonly last: number;
  /** The text of its first paragraph. */
  readonly text: string;
  /** Whether another list is nested in it. */
  readonly isParent: boolean;
}

const bullet = /^([\s>]*)([-*+]|\d{1,9}[.)])(\s+)(\S.*)$/u;

export function findItems(lines: readonly Line[]): readonly Item[] {
  const items: Item[] = [];
  for (const [at, line] of lines.entries()) {
    const found = line.hidden ? null : bullet.exec(line.text);
    if (found === null) continue;
    const [, indent = "", mark = "", gap = "", first = ""] = found;
    const width = indent.length + mark.length + Math.min(gap.length, 4);
    let last = at;
    let isParent = false;
    const text = [first];
    let isText = true;
    for (let next = at + 1; next < lines.length; next++) {
      const other = lines[next]?.text ?? "";
      if (other.trim() === "") {
        isText = false;
        continue;
      }
      const isNested = indentOf(other) >= Math.min(width, indent.length + 2);
      const isLazy =
        isText && next === last + 1 && !bullet.test(other) && !/^\s*(?:#{1,6}\s|[:`~|<>{]{1,3})/u.test(other);
      if (!isNested && !isLazy) break;
      if (bullet.test(other)) [isParent, isText] = [true, false];
      if (isText) text.push(other.trim());
      last = next;
    }
    items.push({ first: line.number, last: last + 1, text: text.join(" "), isParent });
  }
  return items;
}

function indentOf(text: string): number {
  return /^[\s>]*/u.exec(text)?.[0].length ?? 0;
}

/** Returns the items that match a person's words, by the strictest rule that matches any item. */
export function itemsNamed(items: readonly Item[], name: string | number): readonly Item[] {
  if (typeof name === "number")
    return listsOf(items).flatMap((list) => list.at(name > 0 ? name - 1 : name) ?? []);
  const tiers: readonly ((item: Item) => boolean)[] = [
    ({ text }) => plain(text) === plain(name),
    ({ text }) => looseOf(text) === looseOf(name),
    ({ text }) => looseOf(text).startsWith(looseOf(name)) && containsWords(text, name),
    ({ text }) => containsWords(text, name),
  ];
  for (const fits of tiers) {
    const found = items.filter(fits);
    if (found.length > 0) return innermost(found);
  }
  return [];
}

/** The outermost items, grouped by list. */
function listsOf(items: readonly Item[]): readonly (readonly Item[])[] {
  const lists: Item[][] = [];
  let end = 0;
  for (const item of items) {
    if (item.first <= end) continue;
    // Between two items of one list, there is at most a blank line.
    if (item.first - end <= 2 && end > 0) lists.at(-1)?.push(item);
    else lists.push([item]);
    end = item.last;
  }
  return lists;
}

/** Removes the items that contain another of these items. */
function innermost(items: readonly Item[]): readonly Item[] {
  return items.filter(
    (item) => !items.some((other) => other !== item && other.first > item.first && other.last <= item.last),
  );
}

/** A new item to put beside an existing one, with the same indentation and mark. */
export function itemLike(
  lines: readonly Line[],
  { first }: Item,
  { text, relation }: { readonly text: string; readonly relation: "after" | "before" },
): string {
  const [, indent = "", mark = "-", gap = " "] = bullet.exec(lines[first - 1]?.text ?? "") ?? [];
  const number = Number.parseInt(mark, 10);
  const own =
    Number.isFinite(number) && relation === "after" ? mark.replace(/^\d+/u, String(number + 1)) : mark;
  return `${indent}${own}${gap}${text.replace(/^\s*(?:[-*+]|\d+[.)])\s+/u, "").replace(/\s*\n\s*/gu, " ")}`;
}

/** If the list is numbered in sequence, renumbers the items after this item, or this item and those after it. */
export function renumbered(
  lines: readonly Line[],
  { first, last }: Item,
  { relation, by }: { readonly relation: "after" | "before"; readonly by: number },
): readonly { readonly line: number; readonly text: string }[] {
  const own = bullet.exec(lines[first - 1]?.text ?? "");
  const indent = own?.[1] ?? "";
  const number = Number.parseInt(own?.[2] ?? "", 10);
  let expected = relation === "after" ? number + 1 : number;
  const changed: { line: number; text: string }[] = [];
  if (!Number.isFinite(number)) return [];
  for (const line of lines.slice(relation === "after" ? last : first - 1)) {
    const found = bullet.exec(line.text);
    if (line.text.trim() === "" || indentOf(line.text) > indent.length) continue;
    if (
      line.hidden ||
      found === null ||
      found[1] !== indent ||
      Number.parseInt(found[2] ?? "", 10) !== expected
    )
      break;
    const rest = line.text.slice(indent.length + String(expected).length);
    changed.push({ line: line.number, text: `${indent}${expected + by}${rest}` });
    expected++;
  }
  return changed;
}
