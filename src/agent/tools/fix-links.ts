import { z } from "zod";
import type { FixLinksReport } from "#site";
import { fixLinks } from "#site";
import { applyRefactoring } from "./files.ts";
import { scopeInput } from "./input.ts";
import { counted, listText, place } from "./text.ts";
import type { Tool } from "./tool.ts";

export const fixLinksInput = z.strictObject({ in: scopeInput });

export type FixLinksData = FixLinksReport;

export const fixLinksTool: Tool<z.infer<typeof fixLinksInput>, FixLinksData> = {
  name: "fix_links",
  description:
    "Finds every broken link of the site (or of some pages) and points it at the intended page, file or heading if " +
    "there is one good candidate. Lists the other broken links with their candidates: decide those yourself.",
  input: fixLinksInput,
  async run({ in: scope }, context) {
    const refactoring = await fixLinks(await context.site(), { scope: scope ?? null });
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    return { text: fixText(report), data: report };
  },
};

function fixText({ fixed, unresolved }: FixLinksData): string {
  if (fixed.length + unresolved.length === 0) return "There are no broken links.";
  return [
    `Fixed ${counted(fixed.length, "link")}.`,
    ...listText(
      "Fixed:",
      fixed.map(({ path, line, from, to, reason }) => `${place(path, line)}: ${from} → ${to} (${reason})`),
    ),
    ...listText(
      `Not fixed, ${counted(unresolved.length, "link")}:`,
      unresolved.map(({ path, line, href, reason, candidates }) => {
        const could = candidates.length === 0 ? "" : `; could be ${candidates.join(", ")}`;
        return `${place(path, line)}: ${href} (${reason}${could})`;
      }),
    ),
  ].join("\n");
}
