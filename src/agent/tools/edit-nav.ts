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
      .describe("`rename` changes the navigation label of a page, `rename_group` the label of a group."),
    page: pageInput.optional().describe("The page; required for every action except rename_group."),
    place: placeInput
      .optional()
      .describe(
        "Required for move, optional for add. By default, add puts the page beside the other pages of its folder.",
      ),
    label: label.optional().describe("The new label, for rename and rename_group."),
    group: z
      .array(z.string().min(1).max(200))
      .min(1)
      .max(siteLimits.navigationDepthMax)
      .optional()
      .describe("For rename_group: the group's name, or the names of the nested groups from the outside in."),
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
    "Changes the site's navigation: adds, removes or moves a page's entry, or renames the label of a page or group. " +
    "The page itself stays unchanged. If the navigation is code, the answer says which line a person has to change.",
  input: editNavInput,
  async run(input, context) {
    const site = await context.site();
    const { edits, report } = await editNav(site, navEditOf(input));
    applyRefactoring(context, { edits });
    const text = configText(report, "The navigation is already like this, or is generated from the folders");
    return { text: [text, ...(await newGroupsText(context, site, input.place))].join("\n"), data: report };
  },
};

/** The schema guarantees that the fields of each action are present. */
function navEditOf({ action, page = "", place, label, group = [] }: z.infer<typeof editNavInput>): NavEdit {
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
