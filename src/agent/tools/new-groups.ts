import type { Site } from "#site";
import { readNavigation } from "./find-pages.ts";
import type { PlaceInput } from "./input.ts";
import type { ToolContext } from "./tool.ts";

/**
 * A sentence on the groups that a place in the navigation made, since there were none of that name; nothing where it
 * was there. A name that is written otherwise makes a second group, which nobody may have meant.
 */
export async function newGroupsText(
  context: ToolContext,
  before: Site,
  place: PlaceInput | undefined,
): Promise<string[]> {
  if (place?.group === undefined) return [];
  const known = groupsOf(before);
  const made = [...groupsOf(await context.site())].filter((group) => !known.has(group));
  if (made.length === 0) return [];
  return [
    `New in the navigation, since there was none of that name: ${made.join(", ")}. The groups before: ${[...known].join(", ") || "none"}.`,
  ];
}

function groupsOf(site: Site): ReadonlySet<string> {
  return new Set(readNavigation(site).groups.map(({ names }) => names.join(" › ")));
}
