import { z } from "zod";
import type { NavigationPlace } from "#site";
import { limits as siteLimits } from "#site";
import { limits } from "../../limits.ts";

/** Fields that several tools share, so that a model learns them only once. */

export const pathInput = z
  .string()
  .min(1)
  .max(limits.workspace.pathBytesMax)
  // Shells and other agents' tools write relative paths with a leading `./`.
  .overwrite((path) => path.replace(/^(?:\.\/)+(?=.)/u, ""));

/** A page by its path in the repository or its address on the site. */
export const pageInput = pathInput.describe(
  "The page: its path in the repository (docs/guides/install.mdx) or its address on the site (/guides/install).",
);

export const scopeInput = z
  .array(z.string().min(1).max(limits.workspace.globCharsMax))
  .min(1)
  .max(limits.tools.scopeEntriesMax)
  .optional()
  .describe(
    "Limit to these paths: pages, folders, or globs such as docs/guides/**/*.mdx. Omit for the whole site.",
  );

export const hashInput = z
  .string()
  .min(1)
  .max(128)
  .describe(
    "The file's hash from your last `read`, `edit` or `write` of it. A stale hash is refused: read the file again.",
  );

export const offsetInput = z
  .int()
  .min(0)
  .default(0)
  .describe("How many results to skip, to get the next part of a long answer.");

export const placeInput = z
  .strictObject({
    after: pathInput.optional().describe("Directly after this page."),
    before: pathInput.optional().describe("Directly before this page."),
    group: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(siteLimits.navigationDepthMax)
      .optional()
      .describe(
        "In this group: its name, or the names of the nested groups from the outside in. A tab counts as a group.",
      ),
    at: z.enum(["start", "end"]).optional().describe("The position in `group`; `end` by default."),
  })
  .refine(
    (place) => [place.after, place.before, place.group].filter((field) => field !== undefined).length === 1,
    {
      message: 'give exactly one of "after", "before" and "group"',
    },
  )
  .refine((place) => place.at === undefined || place.group !== undefined, {
    message: '"at" can only be used with "group"',
  })
  .describe("The place in the navigation: exactly one of `after`, `before` and `group`.");

export type PlaceInput = z.infer<typeof placeInput>;

/** The schema guarantees that exactly one of the three is set. */
export function placeIn({ after, before, group, at }: PlaceInput): NavigationPlace {
  if (after !== undefined) return { after };
  if (before !== undefined) return { before };
  return { group: group ?? [], ...(at === undefined ? {} : { at }) };
}
