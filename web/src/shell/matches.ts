import fuzzysort from "fuzzysort";

interface Item {
  readonly group: string;
  readonly label: string;
}

/** Of fuzzysort's scale from 0 to 1: below, letters match only by accident. */
const scoreMin = 0.35;

/** Returns the items whose label contains the letters of the text, in this order, best first. Without text, all. */
export function matches<Named extends Item>(items: readonly Named[], text: string): readonly Named[] {
  const words = text.trim();
  if (words === "") return items;
  return fuzzysort.go(words, items, { key: "label", threshold: scoreMin }).map(({ obj }) => obj);
}

/**
 * Keeps each group together, in the order of its best item. The jobs come second: the service found them by their
 * instructions and branches too, so they can't be compared with the others.
 */
export function arrange<Named extends Item>(
  named: readonly Named[],
  jobs: readonly Named[],
): readonly Named[] {
  const groups = [...Map.groupBy(named, ({ group }) => group).values()];
  return [...(groups[0] ?? []), ...jobs, ...groups.slice(1).flat()];
}
