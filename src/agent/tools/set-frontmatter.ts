import { z } from "zod";
import type { SetFrontmatterReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { scopeInput } from "./input.ts";

export const setFrontmatterInput = z
  .strictObject({
    key: z
      .string()
      .max(limits.tools.keyCharsMax)
      .regex(/^[\p{L}_][\p{L}\p{N}_.:-]*$/u, "a key is a word such as description or sidebarTitle")
      .describe("A key at the top of the frontmatter, such as description."),
    value: z
      .union([z.string().max(limits.tools.valueCharsMax), z.number(), z.boolean()])
      .optional()
      .describe("The value for every page of the scope."),
    fromFirstParagraph: z
      .boolean()
      .default(false)
      .describe("Instead of `value`: draw it from each page's own first paragraph, as plain text."),
    onlyMissing: z.boolean().default(false).describe("Leave pages alone that have a value already."),
    in: scopeInput,
  })
  .refine((input) => (input.value === undefined) === input.fromFirstParagraph, {
    message: 'give either "value" or "fromFirstParagraph": true',
  });

export type SetFrontmatterData = SetFrontmatterReport;
