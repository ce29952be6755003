import { z } from "zod";
import type { DeleteReport } from "../../docs/index.ts";
import { pageInput, pathInput } from "./input.ts";

export const deletePageInput = z.strictObject({
  page: pageInput,
  redirectTo: pathInput
    .optional()
    .describe(
      "A page (path or address) that takes its place: links are pointed there and the old address is redirected.",
    ),
});

export type DeletePageData = DeleteReport;
