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
      "The page (path or address) that replaces the deleted page. Links to the deleted page are changed to this page.",
    ),
});

export type DeletePageData = DeleteReport;

export const deletePageTool: Tool<z.infer<typeof deletePageInput>, DeletePageData> = {
  name: "delete_page",
  description:
    "Deletes a page (or any other file, by path) and its navigation entry. With redirectTo, links and redirects to the " +
    "page are changed to that page, and a redirect from the deleted address is added if possible. If the result lists no " +
    "redirect, none was added. Without redirectTo, the result lists the links and redirects that the deletion breaks, " +
    "for you to fix.",
  input: deletePageInput,
  async run({ page, redirectTo }, context) {
    const refactoring = await deletePage(await context.site(), { page, redirectTo: redirectTo ?? null });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    return { text: [`Deleted ${report.deleted}.`, ...carriedText(report)].join("\n"), data: report };
  },
};
