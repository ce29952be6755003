import { z } from "zod";
import type { NavigationPlace } from "#site";
import { limits as siteLimits } from "#site";
import { limits } from "../../limits.ts";

/** Parts that several tools' inputs share, so that a model learns them once. */

export const pathInput = z
  .string()
  .min(1)
  .max(limits.workspace.pathBytesMax)
  // As shells and other agents' tools write what lies below the top.
  .overwrite((path) => path.replace(/^(?:\.\/)+(?=.)/u, ""));

/** A page by its path in the repository or by its address on the site; both name one page or none. */
export const pageInput = pathInput.describe(
  "The page: its path in the repository (docs/guides/install.mdx) or its address on the site (/guides/install).",
);

export const scopeInput = z
  .array(z.string().min(1).max(limits.workspace.globCharsMax))
  .min(1)
  .max(limits.tools.scopeEntriesMax)
  .optional()
  .describe(
    "Where: paths of pages, folders, or globs such as docs/guides/**/*.mdx. Left out: the whole site.",
  );

export const hashInput = z
  .string()
  .min(1)
  .max(128)
  .describe(
    "The file's hash as `read`, `edit` or `write` answered it last. A stale one is refused: read the file again.",
  );

export const offsetInput = z
  .int()
  .min(0)
  .default(0)
  .describe("How many results to leave out at the start, to get the next part of a long answer.");

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
        "In this group: its name, or the names of the groups (a tab counts as one) from the outside in.",
      ),
    at: z.enum(["start", "end"]).optional().describe("Where in `group`; `end` when left out."),
  })
  .refine(
    (place) => [place.after, place.before, place.group].filter((one) => one !== undefined).length === 1,
    {
      message: 'give exactly one of "after", "before" and "group"',
    },
  )
  .refine((place) => place.at === undefined || place.group !== undefined, {
    message: '"at" goes with "group" only',
  })
  .describe("Place in the navigation: exactly one of `after`, `before` and `group`.");

export type PlaceInput = z.infer<typeof placeInput>;

/** The schema has made sure that exactly one of the three is there. */
export function placeIn({ after, before, group, at }: PlaceInput): NavigationPlace {
  if (after !== undefined) return { after };
  if (before !== undefined) return { before };
  return { group: group ?? [], ...(at === undefined ? {} : { at }) };
}
