import { z } from "zod";
import type { MoveReport } from "../../docs/index.ts";
import { pathInput } from "./input.ts";

export const movePageInput = z.strictObject({
  from: pathInput.describe("The page (path or address) or the folder (path) to move."),
  to: pathInput.describe(
    "Its new path in the repository. Without a suffix a page keeps its own; with a slash at the end it is the folder that receives it.",
  ),
  redirect: z
    .boolean()
    .default(true)
    .describe("Let the old address lead to the new one, where the framework can."),
});

export type MovePageData = MoveReport;
