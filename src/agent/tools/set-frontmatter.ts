import { z } from "zod";
import type { SetFrontmatterReport } from "#site";
import { setFrontmatter } from "#site";
import { limits } from "../../limits.ts";
import { applyRefactoring } from "./files.ts";
import { scopeInput } from "./input.ts";
import { counted, listText, notesText } from "./text.ts";
import type { Tool } from "./tool.ts";

export const setFrontmatterInput = z
  .strictObject({
    key: z
      .string()
      .max(limits.tools.keyCharsMax)
      .regex(/^[\p{L}_][\p{L}\p{N}_.:-]*$/u, "a key is a word such as description or sidebarTitle")
      .describe("A top-level frontmatter key, such as description."),
    value: z
      .union([z.string().max(limits.tools.valueCharsMax), z.number(), z.boolean()])
      .optional()
      .describe("The value for all selected pages."),
    fromFirstParagraph: z
      .boolean()
      .default(false)
      .describe("Instead of `value`: use the first paragraph of each page, as plain text."),
    onlyMissing: z.boolean().default(false).describe("Skip pages that already have a value."),
    in: scopeInput,
  })
  .refine((input) => (input.value === undefined) === input.fromFirstParagraph, {
    message: 'give either "value" or "fromFirstParagraph": true',
  });

export type SetFrontmatterData = SetFrontmatterReport;

export const setFrontmatterTool: Tool<z.infer<typeof setFrontmatterInput>, SetFrontmatterData> = {
  name: "set_frontmatter",
  description:
    "Sets one frontmatter key on many pages in one call: the same value for all, or the first paragraph of each page, " +
    "such as for descriptions. With onlyMissing, pages that have a value keep it. Adds frontmatter to pages without any.",
  input: setFrontmatterInput,
  async run({ key, value, onlyMissing, in: scope }, context) {
    const args = {
      key,
      value: value ?? ({ from: "first-paragraph" } as const),
      onlyMissing,
      scope: scope ?? null,
    };
    const refactoring = await setFrontmatter(await context.site(), args);
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const kept = report.unchanged === 0 ? "" : ` ${counted(report.unchanged, "page")} stayed unchanged.`;
    const text = [
      `Set ${key} on ${counted(report.set.length, "page")}.${kept}`,
      ...listText(
        "Set:",
        report.set.map((page) => `${page.path}: ${JSON.stringify(page.value)}`),
      ),
      ...notesText(report.notes),
    ].join("\n");
    return { text, data: report };
  },
};
