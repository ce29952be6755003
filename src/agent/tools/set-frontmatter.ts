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

export const setFrontmatterTool: Tool<z.infer<typeof setFrontmatterInput>, SetFrontmatterData> = {
  name: "set_frontmatter",
  description:
    "Sets one frontmatter key on every page of a scope, in one call: the same value for all, or a description drawn " +
    "from each page's own first paragraph. With onlyMissing, pages that have a value keep it. Adds a frontmatter block where there is none.",
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
    const kept = report.unchanged === 0 ? "" : ` ${counted(report.unchanged, "page")} stayed as they were.`;
    const text = [
      `Set ${key} on ${counted(report.set.length, "page")}.${kept}`,
      ...listText(
        "Set:",
        report.set.map((one) => `${one.path}: ${JSON.stringify(one.value)}`),
      ),
      ...notesText(report.notes),
    ].join("\n");
    return { text, data: report };
  },
};
