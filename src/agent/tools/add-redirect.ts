import { z } from "zod";
import type { ConfigReport } from "#site";
import { addRedirect } from "#site";
import { limits } from "../../limits.ts";
import { configText } from "./carried-text.ts";
import { applyRefactoring } from "./files.ts";
import type { Tool } from "./tool.ts";

export const addRedirectInput = z.strictObject({
  from: z.string().min(1).max(limits.tools.hrefCharsMax).describe("The old address, such as /guides/old."),
  to: z
    .string()
    .min(1)
    .max(limits.tools.hrefCharsMax)
    .describe("The new target: an address, a page's path, or a full URL."),
});

export type AddRedirectData = ConfigReport;

export const addRedirectTool: Tool<z.infer<typeof addRedirectInput>, AddRedirectData> = {
  name: "add_redirect",
  description:
    "Redirects an old address to a page or URL. move_page and delete_page add their own redirects, so use this only for other addresses.",
  input: addRedirectInput,
  async run(input, context) {
    const refactoring = await addRedirect(await context.site(), input);
    applyRefactoring(context, refactoring);
    return {
      text: configText(refactoring.report, "This redirect already exists"),
      data: refactoring.report,
    };
  },
};
