import { z } from "zod";
import type { DeleteReport } from "#site";
import { deletePage } from "#site";
import { carriedText } from "./carried-text.ts";
import { applyRefactoring } from "./files.ts";
import { pageInput, pathInput } from "./input.ts";
import type { Tool } from "./tool.ts";

export const deletePageInput = z.strictObject({
  page: pageInput,
  redirectTo: pathInput
    .optional()
    .describe(
      "The page (path or address) that replaces it: links to the deleted page and its address lead there instead.",
    ),
});

export type DeletePageData = DeleteReport;

export const deletePageTool: Tool<z.infer<typeof deletePageInput>, DeletePageData> = {
  name: "delete_page",
  description:
    "Deletes a page (or any other file, by path), its navigation entry and the redirects to it. With redirectTo, links " +
    "and the old address lead to that page instead. Without redirectTo, the answer lists the links that break: fix them.",
  input: deletePageInput,
  async run({ page, redirectTo }, context) {
    const refactoring = await deletePage(await context.site(), { page, redirectTo: redirectTo ?? null });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    return { text: [`Deleted ${report.deleted}.`, ...carriedText(report)].join("\n"), data: report };
  },
};
