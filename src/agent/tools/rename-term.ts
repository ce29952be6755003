import { z } from "zod";
import type { RenameTermReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { scopeInput } from "./input.ts";

export const renameTermInput = z.strictObject({
  from: z.string().min(1).max(limits.tools.termCharsMax).describe("The term as the docs say it now."),
  to: z.string().min(1).max(limits.tools.termCharsMax).describe("What they shall say."),
  in: scopeInput,
  case: z
    .enum(["keep", "exact"])
    .default("keep")
    .describe(
      "`keep`: every letter case is found, and a place keeps its own (ACME CLOUD becomes ACME PLATFORM). " +
        "`exact`: only this spelling.",
    ),
  wholeWord: z
    .boolean()
    .default(true)
    .describe("Only where the term stands as words of its own, not inside of longer words or identifiers."),
  includeCode: z
    .boolean()
    .default(false)
    .describe("Also in code blocks and inline code. Never in URLs or frontmatter keys."),
});

export type RenameTermData = RenameTermReport;
