import type { Site } from "#site";
import { readNavigation } from "./find-pages.ts";
import type { PlaceInput } from "./input.ts";
import type { ToolContext } from "./tool.ts";

/**
 * Names the navigation groups that a place created because no group had that name. Reports nothing if the group
 * existed. The model should notice this, because a misspelled name creates a second group by accident.
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
    `Created new navigation groups because none had that name: ${made.join(", ")}. Existing groups: ${[...known].join(", ") || "none"}.`,
  ];
}

function groupsOf(site: Site): ReadonlySet<string> {
  return new Set(readNavigation(site).groups.map(({ names }) => names.join(" › ")));
}
