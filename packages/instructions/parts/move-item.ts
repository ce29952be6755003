import { plain } from "./lines.ts";
import { type Item, itemsNamed, markOf, siblingsOf, withMark } from "./list-items.ts";
import { type PageText, type Place, place, problem, shortened } from "./place.ts";

interface MoveItem {
  readonly item: string;
  /** If null, `at` says at which end of its list the item goes. */
  readonly beside: { readonly relation: "after" | "before"; readonly item: string } | null;
  readonly at: "end" | "start";
}

/** Moves an item within its list. The numbers of a numbered list stay where they are. */
export function moveItem(
  page: PageText,
  items: readonly Item[],
  { item: name, beside, at }: MoveItem,
): readonly Place[] {
  return itemsNamed(items, name).flatMap((item) => {
    const list = siblingsOf(page.lines, items, item);
    const others = list.filter((each) => each !== item);
    const target = beside === null ? null : itemsNamed(others, beside.item);
    if (target !== null && target.length !== 1) return [];
    const [other] = target ?? [];
    const index =
      other === undefined || beside === null
        ? at === "start"
          ? 0
          : others.length
        : others.indexOf(other) + (beside.relation === "after" ? 1 : 0);
    const ordered = [...others.slice(0, index), item, ...others.slice(index)];
    if (ordered.every((each, position) => each === list[position]))
      return [problem(page, item.first, "The item is already there")];
    const marks = list.map((each) => markOf(page.lines, each));
    if (new Set(marks.map(({ length }) => length)).size > 1)
      return [problem(page, item.first, "The numbers of the list have different widths")];
    const first = list[0]?.first ?? item.first;
    const last = list.at(-1)?.last ?? item.last;
    const texts = ordered.map((each, position) => withMark(page.lines, each, marks[position] ?? ""));
    const gaps = list.map((each, position) =>
      page.lines.slice(each.last, (list[position + 1]?.first ?? each.last + 1) - 1).map(({ text }) => text),
    );
    const text = texts.flatMap((lines, position) => [...lines, ...(gaps[position] ?? [])]).join("\n");
    const where =
      other === undefined || beside === null
        ? `to the ${at} of its list`
        : `${beside.relation} “${shortened(plain(other.text))}”`;
    return [
      place(page, item.first, {
        edits: [{ first, last, text }],
        title: `Move “${shortened(plain(item.text))}”`,
        summary: `Moved the list item “${shortened(plain(item.text))}” ${where}`,
      }),
    ];
  });
}
