import { z } from "zod";
import type { SetFrontmatter, SetFrontmatterReport } from "#site";
import { firstParagraph, setFrontmatter } from "#site";
import { applyRefactoring } from "./files.ts";
import { keyInput, scopeInput, valueInput } from "./input.ts";
import { counted, listText, notesText } from "./text.ts";
import type { Tool } from "./tool.ts";

export const setFrontmatterInput = z
  .strictObject({
    key: keyInput.describe("Such as description, or sidebar.order for order inside sidebar."),
    value: valueInput.optional().describe("The value for all pages."),
    fromFirstParagraph: z
      .boolean()
      .default(false)
      .describe("Instead of `value`: the first paragraph of each page."),
    onlyMissing: z.boolean().default(false).describe("Skip pages that have a value."),
    in: scopeInput,
  })
  .refine((input) => (input.value === undefined) === input.fromFirstParagraph, {
    message: 'give either "value" or "fromFirstParagraph": true',
  });

export type SetFrontmatterData = SetFrontmatterReport;

export const setFrontmatterTool: Tool<z.infer<typeof setFrontmatterInput>, SetFrontmatterData> = {
  name: "set_frontmatter",
  description: "Sets one frontmatter key on many pages in one call.",
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
