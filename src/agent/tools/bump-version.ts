import { z } from "zod";
import type { BumpVersionReport } from "#site";
import { bumpVersion } from "#site";
import { limits } from "../../limits.ts";
import { applyRefactoring } from "./files.ts";
import { scopeInput } from "./input.ts";
import { counted, listText, notesText } from "./text.ts";
import type { Tool } from "./tool.ts";

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
  to: version.describe("Such as 1.4.2, v2.0 or 1.0.0-rc.1."),
  product: z
    .string()
    .min(1)
    .max(limits.tools.termCharsMax)
    .optional()
    .describe("Only versions that follow this name on their line, as in: Acme CLI 1.4.2, acme-cli@1.4.2."),
  in: scopeInput,
});

export type BumpVersionData = BumpVersionReport;

export const bumpVersionTool: Tool<z.infer<typeof bumpVersionInput>, BumpVersionData> = {
  name: "bump_version",
  description:
    "Changes a version number wherever it stands as one, in prose, code and URLs (1.4.2, v1.4.2, acme@1.4.2), but not " +
    "within another one (11.4.2, 1.4.2-rc.1). Links between pages and changelogs stay as they are.",
  input: bumpVersionInput,
  async run({ from, to, product, in: scope }, context) {
    const args = { from: from ?? null, to, product: product ?? null, scope: scope ?? null };
    const refactoring = await bumpVersion(await context.site(), args);
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const text = [
      report.count === 0
        ? `The docs do not name ${report.from}: nothing was changed.`
        : `Changed ${report.from} to ${report.to} in ${counted(report.count, "place")} of ${counted(report.pages.length, "page")}.`,
      ...listText(
        "Pages:",
        report.pages.map(({ path, count }) => `${path} (${count})`),
      ),
      ...notesText(report.notes),
    ].join("\n");
    return { text, data: report };
  },
};
