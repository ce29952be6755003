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
      "A page (path or address) that takes its place: links are pointed there and the old address is redirected.",
    ),
});

export type DeletePageData = DeleteReport;

export const deletePageTool: Tool<z.infer<typeof deletePageInput>, DeletePageData> = {
  name: "delete_page",
  description:
    "Deletes a page (or another file, by its path) with its navigation entry and the redirects that led there. With " +
    "redirectTo, links are pointed at that page and the old address is redirected; without it, links that break are listed for you to mend.",
  input: deletePageInput,
  async run({ page, redirectTo }, context) {
    const refactoring = await deletePage(await context.site(), { page, redirectTo: redirectTo ?? null });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    return { text: [`Deleted ${report.deleted}.`, ...carriedText(report)].join("\n"), data: report };
  },
};
