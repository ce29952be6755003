import fuzzysort from "fuzzysort";

interface Item {
  readonly group: string;
  readonly label: string;
}

/** On fuzzysort's scale from 0 to 1. Below this score, letters match only by accident. */
const scoreMin = 0.35;

/**
 * Returns the items whose labels contain the letters of the text in the same order, best matches first. Without text,
 * returns all items.
 */
export function matches<Named extends Item>(items: readonly Named[], text: string): readonly Named[] {
  const words = text.trim();
  if (words === "") return items;
  return fuzzysort.go(words, items, { key: "label", threshold: scoreMin }).map(({ obj }) => obj);
}

/**
 * Keeps each group together, and orders the groups by their best items. The jobs come after the first group: the
 * service also found them by their instructions and branches, so they can't be compared with the other items.
 */
export function arrange<Named extends Item>(
  named: readonly Named[],
  jobs: readonly Named[],
): readonly Named[] {
  const groups = [...Map.groupBy(named, ({ group }) => group).values()];
  return [...(groups[0] ?? []), ...jobs, ...groups.slice(1).flat()];
}
