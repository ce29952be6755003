import { z } from "zod";
import { limits as repositoryLimits } from "#repositories";
import type { NavigationPlace } from "#site";
import { limits as siteLimits } from "#site";
import { limits } from "../../limits.ts";
import { shortHash } from "./files.ts";

/** Fields that several tools share, so that a model learns them only once. */

/** A file, or a page by its path in the repository or its address on the site, as the system prompt says. */
export const pathInput = z
  .string()
  .min(1)
  .max(repositoryLimits.pathBytesMax)
  // Shells and other agents' tools write relative paths with a leading `./`.
  .overwrite((path) => path.replace(/^(?:\.\/)+(?=.)/u, ""));

export const scopeEntriesInput = z
  .array(z.string().min(1).max(repositoryLimits.globCharsMax))
  .min(1)
  .max(limits.tools.scopeEntriesMax);

export const scopeInput = scopeEntriesInput.optional().describe("Default: all pages.");

export const hashInput = z
  .string()
  .min(1)
  .max(128)
  .overwrite(shortHash)
  .describe("From the latest result that shows the file.");

export const sectionInput = z
  .array(z.string().min(1).max(limits.tools.findCharsMax))
  .min(1)
  .max(6)
  .describe("The heading or #anchor. If it is not unique, put the headings above it first.");

const scalarInput = z.union([z.string().max(limits.tools.valueCharsMax), z.number(), z.boolean()]);
export const keyInput = z
  .string()
  .max(limits.tools.keyCharsMax)
  .regex(/^[\p{L}_][\p{L}\p{N}_.:-]*$/u, "must be a word such as description or sidebarTitle");

/** The values that real frontmatter has: text, settings, a list of tags, a mapping of settings. */
export const valueInput = z.union([
  ...scalarInput.options,
  z.array(scalarInput).max(limits.tools.valueItemsMax),
  z.record(keyInput, scalarInput),
]);

export const offsetInput = z.int().min(0).default(0).describe("Results to skip.");

export const placeInput = z
  .strictObject({
    after: pathInput.optional(),
    before: pathInput.optional(),
    group: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(siteLimits.navigationDepthMax)
      .optional()
      .describe("Group names, outermost first. A tab is a group."),
    at: z.enum(["start", "end"]).optional().describe("In `group`. Default: end."),
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
  .describe("The place in the navigation: exactly one of `after` (a page), `before` and `group`.");

export type PlaceInput = z.infer<typeof placeInput>;

/** The schema guarantees that exactly one of the three is set. */
export function placeIn({ after, before, group, at }: PlaceInput): NavigationPlace {
  if (after !== undefined) return { after };
  if (before !== undefined) return { before };
  return { group: group ?? [], ...(at === undefined ? {} : { at }) };
}
