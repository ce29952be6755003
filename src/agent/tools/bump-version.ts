import { z } from "zod";
import type { BumpVersionReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { scopeInput } from "./input.ts";

const version = z
  .string()
  .max(limits.tools.versionCharsMax)
  .regex(
    /^v?\d+(\.\d+){1,3}(-[0-9A-Za-z.-]+)?(\+[0-9A-Za-z.-]+)?$/,
    "a version is written like 1.4.2, v2.0 or 1.0.0-rc.1",
  );

export const bumpVersionInput = z.strictObject({
  from: version
    .optional()
    .describe(
      "The version that the docs name now. Left out: the only one that they name, else the call is refused with what there is.",
    ),
  to: version,
  product: z
    .string()
    .min(1)
    .max(limits.tools.termCharsMax)
    .optional()
    .describe("Only versions that follow this name on their line, as in: Acme CLI 1.4.2, acme-cli@1.4.2."),
  in: scopeInput,
});

export type BumpVersionData = BumpVersionReport;
