import { z } from "zod";
import { limits } from "../../limits.ts";
import { offsetInput, scopeInput } from "./input.ts";

export const outlineInput = z.strictObject({
  in: scopeInput,
  heading: z
    .string()
    .min(1)
    .max(limits.tools.findCharsMax)
    .optional()
    .describe(
      "Only pages that have this heading (letter case and end punctuation aside), and only that heading.",
    ),
  offset: offsetInput,
  limit: z.int().min(1).max(limits.tools.outlinePageMax).default(limits.tools.outlinePageDefault),
});

export interface OutlineData {
  /** Pages that match in all. */
  readonly total: number;
  readonly nextOffset: number | null;
  readonly pages: readonly OutlinedPage[];
}

export interface OutlinedPage {
  readonly path: string;
  readonly url: string;
  readonly hash: string;
  readonly title: string;
  readonly description: string | null;
  readonly lines: number;
  /** The frontmatter as read; values that are not JSON are written as text. Null where there is none. */
  readonly frontmatter: Readonly<Record<string, unknown>> | null;
  readonly headings: readonly OutlinedHeading[];
  /** Pages and snippets that link here. */
  readonly inboundLinks: number;
  readonly problem: string | null;
}

export interface OutlinedHeading {
  readonly depth: number;
  readonly text: string;
  /** What `#…` says. */
  readonly slug: string;
  readonly line: number;
}
