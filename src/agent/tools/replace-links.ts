import { z } from "zod";
import type { ReplaceLinksReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { scopeInput } from "./input.ts";

export const replaceLinksInput = z.strictObject({
  from: z
    .string()
    .min(1)
    .max(limits.tools.hrefCharsMax)
    .describe("The target now: a URL, an address on the site, or a page's path, with or without #anchor."),
  to: z.string().min(1).max(limits.tools.hrefCharsMax).describe("The new target, of any of these kinds."),
  match: z
    .enum(["exact", "prefix"])
    .default("exact")
    .describe(
      "`prefix`: every URL that starts with `from`, whose rest is kept, such as a host that changed.",
    ),
  in: scopeInput,
});

export type ReplaceLinksData = ReplaceLinksReport;
