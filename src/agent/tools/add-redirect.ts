import { z } from "zod";
import type { ConfigReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";

export const addRedirectInput = z.strictObject({
  from: z.string().min(1).max(limits.tools.hrefCharsMax).describe("The old address, such as /guides/old."),
  to: z
    .string()
    .min(1)
    .max(limits.tools.hrefCharsMax)
    .describe("Where it shall lead: an address, a page's path, or a whole URL."),
});

export type AddRedirectData = ConfigReport;
