import { z } from "zod";
import type { SetFrontmatter, SetFrontmatterReport } from "#site";
import { firstParagraph, setFrontmatter } from "#site";
import { applyRefactoring } from "./files.ts";
import { keyInput, scopeInput, valueInput } from "./input.ts";
import { counted, listText, notesText } from "./text.ts";
import type { Tool } from "./tool.ts";

export const setFrontmatterInput = z
  .strictObject({
    key: keyInput.describe(
      "A frontmatter key, such as description. sidebar.order is the key order inside sidebar.",
    ),
    value: valueInput
      .optional()
      .describe("The value for all selected pages: text, a number, a list or a mapping."),
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
    "for example as their descriptions. With onlyMissing, existing values are kept. Adds frontmatter to pages without any.",
  input: setFrontmatterInput,
  async run({ key, value, onlyMissing, in: scope }, context) {
    const args: SetFrontmatter = {
      key,
      value: value ?? firstParagraph,
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
