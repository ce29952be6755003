import { z } from "zod";
import type { MoveReport } from "#site";
import { movePage } from "#site";
import { limits } from "../../limits.ts";
import { carriedText } from "./carried-text.ts";
import { applyRefactoring } from "./files.ts";
import { pathInput } from "./input.ts";
import { counted } from "./text.ts";
import type { Tool } from "./tool.ts";

export const movePageInput = z.strictObject({
  from: pathInput.describe("The page (path or address) or the folder (path) to move."),
  to: pathInput.describe(
    "The new path in the repository. Without a suffix, a page keeps its suffix. If the path ends with a slash, the page or folder is moved into that folder and keeps its name.",
  ),
  redirect: z
    .boolean()
    .default(true)
    .describe("Redirect the old address to the new one, if the framework supports redirects."),
});

export type MovePageData = MoveReport;

export const movePageTool: Tool<z.infer<typeof movePageInput>, MovePageData> = {
  name: "move_page",
  description:
    "Moves or renames a page, or a folder with everything in it. Updates the navigation, all links to and from it, " +
    "images and imports, and redirects the old address if possible. Do not make these changes by hand. The result lists " +
    "every redirect that was added. Addresses that it does not list do not redirect.",
  input: movePageInput,
  async run({ from, to, redirect }, context) {
    const read = (paths: readonly string[]) => context.workspace.read(paths);
    const refactoring = await movePage(await context.site(), { from, to, redirect, read });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const moved = report.moved
      .map((move) => `- ${move.from} → ${move.to}`)
      .slice(0, limits.tools.itemsShownMax);
    return {
      text: [`Moved ${counted(report.moved.length, "file")}:`, ...moved, ...carriedText(report)].join("\n"),
      data: report,
    };
  },
};
