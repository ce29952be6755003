import { z } from "zod";
import type { AddPageReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { pathInput, placeInput } from "./input.ts";

export const addPageInput = z.strictObject({
  path: pathInput.describe(
    "Path of the new file in the repository. Without a suffix it gets that of its neighbours.",
  ),
  title: z.string().min(1).max(limits.tools.titleCharsMax),
  description: z.string().min(1).max(limits.tools.valueCharsMax).optional(),
  content: z
    .string()
    .default("")
    .describe(
      "Markdown below the title. Frontmatter and title are written by the tool, as other pages have them.",
    ),
  place: placeInput.optional(),
});

export type AddPageData = AddPageReport & { readonly hash: string };
