import { z } from "zod";
import type { ConfigReport } from "../../docs/index.ts";
import { limits } from "../../limits.ts";
import { pageInput, placeInput } from "./input.ts";

const label = z.string().min(1).max(limits.tools.titleCharsMax);

export const editNavInput = z
  .strictObject({
    action: z
      .enum(["add", "remove", "move", "rename", "rename_group"])
      .describe(
        "`rename` changes the label that the navigation gives to a page, `rename_group` that of a group.",
      ),
    page: pageInput.optional().describe("The page meant; for every action but rename_group."),
    place: placeInput
      .optional()
      .describe("For add and move. For add it may be left out: beside its folder's pages."),
    label: label.optional().describe("The new label, for rename and rename_group."),
    group: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(limits.site.navigationDepthMax)
      .optional()
      .describe("For rename_group: the group's name, or the names of the groups from the outside in."),
  })
  .superRefine((input, issues) => {
    const needs = {
      add: ["page"],
      remove: ["page"],
      move: ["page", "place"],
      rename: ["page", "label"],
      rename_group: ["group", "label"],
    } as const;
    for (const field of needs[input.action]) {
      if (input[field] === undefined) {
        issues.addIssue({ code: "custom", path: [field], message: `"${input.action}" needs "${field}"` });
      }
    }
  });

export type EditNavData = ConfigReport;
