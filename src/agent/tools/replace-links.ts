import { z } from "zod";
import type { ReplaceLinksReport } from "#site";
import { replaceLinks } from "#site";
import { limits } from "../../limits.ts";
import { applyRefactoring } from "./files.ts";
import { scopeInput } from "./input.ts";
import { counted, listText, notesText } from "./text.ts";
import type { Tool } from "./tool.ts";

export const replaceLinksInput = z.strictObject({
  from: z
    .string()
    .min(1)
    .max(limits.tools.hrefCharsMax)
    .describe(
      "The current target: a URL, an address on the site, or a page's path, with or without an #anchor.",
    ),
  to: z.string().min(1).max(limits.tools.hrefCharsMax).describe("The new target, in any of these forms."),
  match: z
    .enum(["exact", "prefix"])
    .default("exact")
    .describe(
      "`prefix`: in every URL that starts with `from`, replace only that part, for example if a host changed.",
    ),
  in: scopeInput,
});

export type ReplaceLinksData = ReplaceLinksReport;

export const replaceLinksTool: Tool<z.infer<typeof replaceLinksInput>, ReplaceLinksData> = {
  name: "replace_links",
  description:
    "Points every link to one target (a URL, an address, a page) at another, in any notation: Markdown, HTML, JSX or " +
    "reference. With match: prefix, changes every URL that starts with the target, for a host or path that moved.",
  input: replaceLinksInput,
  async run({ from, to, match, in: scope }, context) {
    const refactoring = await replaceLinks(await context.site(), { from, to, match, scope: scope ?? null });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const text = [
      report.count === 0
        ? `No ${match === "prefix" ? "URLs that start with" : "links to"} ${from} were found. Nothing was changed.`
        : `Changed ${counted(report.count, "link")}.`,
      ...listText(
        "Pages:",
        report.links.map(({ path, count }) => `${path} (${counted(count, "link")})`),
      ),
      ...notesText(report.notes),
    ].join("\n");
    return { text, data: report };
  },
};
