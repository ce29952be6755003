import { z } from "zod";
import type { ConfigReport } from "#site";
import { editNav, type NavEdit, limits as siteLimits } from "#site";
import { limits } from "../../limits.ts";
import { configText } from "./carried-text.ts";
import { applyRefactoring } from "./files.ts";
import { pageInput, placeIn, placeInput } from "./input.ts";
import { newGroupsText } from "./new-groups.ts";
import type { Tool } from "./tool.ts";

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
      .max(siteLimits.navigationDepthMax)
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

export const editNavTool: Tool<z.infer<typeof editNavInput>, EditNavData> = {
  name: "edit_nav",
  description:
    "Changes the site's navigation: adds, removes or moves a page's entry, renames the label of a page or group. " +
    "The page itself stays. Where the navigation is code, it answers which line a person has to change.",
  input: editNavInput,
  async run(input, context) {
    const site = await context.site();
    const { edits, report } = await editNav(site, wishOf(input));
    applyRefactoring(context, { edits });
    const text = configText(report, "The navigation says so already, or is made from the folders");
    return { text: [text, ...(await newGroupsText(context, site, input.place))].join("\n"), data: report };
  },
};

/** The schema has made sure that what an action needs is there. */
function wishOf({ action, page = "", place, label, group = [] }: z.infer<typeof editNavInput>): NavEdit {
  const where = place === undefined ? "end" : placeIn(place);
  switch (action) {
    case "add":
      return { action, page, place: where, label: label ?? null };
    case "remove":
      return { action, page };
    case "move":
      return { action, page, place: where };
    case "rename":
      return { action, page, label: label ?? "" };
    case "rename_group":
      return { action: "rename-group", group, label: label ?? "" };
  }
}
