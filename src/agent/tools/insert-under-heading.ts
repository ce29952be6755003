import { z } from "zod";
import type { InsertReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { pageInput } from "./input.ts";

export const insertUnderHeadingInput = z.strictObject({
  page: pageInput,
  heading: z
    .string()
    .min(1)
    .max(limits.tools.findCharsMax)
    .describe("The heading's text (letter case aside) or its #anchor."),
  content: z.string().min(1).describe("Markdown to insert; blank lines around it are added as needed."),
  position: z
    .enum(["start", "end"])
    .default("end")
    .describe(
      "`start`: right below the heading. `end`: after what the section itself says, before its subsections.",
    ),
});

export type InsertUnderHeadingData = InsertReport & {
  /** The file's new hash. */
  readonly hash: string;
};
