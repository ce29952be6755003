import type { LineEdit } from "./place.ts";

interface Block {
  readonly first: number;
  /** The line after the entry. */
  readonly end: number;
  readonly indent: number;
}

/**
 * Moves an entry of the list `nav` in a YAML file, with everything in it, beside another entry of the same list. The
 * entries are found by their labels. Returns null if a label is not found exactly once, or if the entries are in
 * different lists. The moved lines are not rewritten.
 */
export function moveYamlEntry(
  text: string,
  {
    label,
    beside,
    relation,
  }: { readonly label: string; readonly beside: string; readonly relation: "after" | "before" },
): LineEdit | null {
  const lines = text.replace(/\r?\n$/u, "").split(/\r?\n/u);
  const start = lines.findIndex((line) => /^nav:\s*(?:#.*)?$/u.test(line));
  if (start === -1) return null;
  const rest = lines.findIndex((line, at) => at > start && /^[^\s#-]/u.test(line));
  const last = rest === -1 ? lines.length : rest;
  const moved = blockOf(lines, { label, start, last });
  const target = blockOf(lines, { label: beside, start, last });
  if (moved === null || target === null || !areSiblings(lines, moved, target)) return null;
  const own = lines.slice(moved.first, moved.end);
  const [from, to] = [Math.min(moved.first, target.first), Math.max(moved.end, target.end)];
  const others = lines.slice(from, to).filter((_, at) => from + at < moved.first || from + at >= moved.end);
  const at =
    relation === "before" ? others.indexOf(lines[target.first] ?? "") : endOfTarget(others, lines, target);
  if (at === -1) return null;
  const reordered = [...others.slice(0, at), ...own, ...others.slice(at)];
  return { first: from + 1, last: to, text: reordered.join("\n") };
}

function endOfTarget(others: readonly string[], lines: readonly string[], target: Block): number {
  const first = others.indexOf(lines[target.first] ?? "");
  return first === -1 ? -1 : first + target.end - target.first;
}

function blockOf(
  lines: readonly string[],
  { label, start, last }: { readonly label: string; readonly start: number; readonly last: number },
): Block | null {
  const wanted = label.toLowerCase();
  const found: Block[] = [];
  for (let at = start + 1; at < last; at++) {
    const entry = /^(\s*)-\s+(?:"([^"]*)"|'([^']*)'|([^:#]+?))\s*:(?:\s|$)/u.exec(lines[at] ?? "");
    const name = entry?.[2] ?? entry?.[3] ?? entry?.[4];
    if (name?.trim().toLowerCase() !== wanted) continue;
    const indent = entry?.[1]?.length ?? 0;
    let end = at + 1;
    while (end < last && (indentOf(lines[end]) > indent || isDeeper(lines, end, { indent, last }))) end++;
    found.push({ first: at, end, indent });
  }
  const [block, ...more] = found;
  return block === undefined || more.length > 0 ? null : block;
}

/** Whether a blank line is followed by a line of the same entry. */
function isDeeper(
  lines: readonly string[],
  at: number,
  { indent, last }: { readonly indent: number; readonly last: number },
): boolean {
  if (lines[at]?.trim() !== "") return false;
  for (let next = at; next < last; next++)
    if (lines[next]?.trim() !== "") return indentOf(lines[next]) > indent;
  return false;
}

function indentOf(line: string | undefined): number {
  return line === undefined || line.trim() === "" ? -1 : line.length - line.trimStart().length;
}

function areSiblings(lines: readonly string[], a: Block, b: Block): boolean {
  const [first, second] = a.first < b.first ? [a, b] : [b, a];
  const between = lines.slice(first.end, second.first).filter((line) => line.trim() !== "");
  return (
    a.indent === b.indent && first.end <= second.first && between.every((line) => indentOf(line) >= a.indent)
  );
}
