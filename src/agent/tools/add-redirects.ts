import { z } from "zod";
import type { ConfigReport } from "#site";
import { addRedirects } from "#site";
import { limits } from "../../limits.ts";
import { configText } from "./carried-text.ts";
import { applyRefactoring } from "./files.ts";
import type { Tool } from "./tool.ts";

const address = z.string().min(1).max(limits.tools.hrefCharsMax);

export const addRedirectsInput = z.strictObject({
  redirects: z
    .array(
      z.strictObject({
        from: address.describe("An old address, such as /guides/old."),
        to: address.describe("An address, a page's path or a URL."),
      }),
    )
    .min(1)
    .max(limits.tools.redirectsPerCallMax),
});

export type AddRedirectsData = ConfigReport;

export const addRedirectsTool: Tool<z.infer<typeof addRedirectsInput>, AddRedirectsData> = {
  name: "add_redirects",
  description: "Redirects old addresses, all or none. move_page and delete_page add their own redirects.",
  input: addRedirectsInput,
  appliesTo: ({ redirectsWritable }) => redirectsWritable,
  async run({ redirects }, context) {
    const refactoring = await addRedirects(await context.site(), redirects);
    applyRefactoring(context, refactoring);
    const nothing = redirects.length === 1 ? "This redirect already exists" : "These redirects already exist";
    return { text: configText(refactoring.report, nothing), data: refactoring.report };
  },
};
