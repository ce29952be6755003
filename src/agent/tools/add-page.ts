import { z } from "zod";
import type { AddPageReport } from "#site";
import { addPage } from "#site";
import { limits } from "../../limits.ts";
import { carriedText } from "./carried-text.ts";
import { applyRefactoring, hashOf } from "./files.ts";
import { pathInput, placeIn, placeInput } from "./input.ts";
import { newGroupsText } from "./new-groups.ts";
import type { Tool } from "./tool.ts";
import { ToolError } from "./tool-error.ts";
import { refuseUnwritable } from "./write.ts";

export const addPageInput = z.strictObject({
  path: pathInput.describe(
    "Path of the new file in the repository. Without a suffix it gets that of its neighbours.",
  ),
  title: z.string().min(1).max(limits.tools.titleCharsMax),
  description: z.string().min(1).max(limits.tools.valueCharsMax).optional(),
  content: z
    .string()
    .default("")
    .describe(
      "Markdown below the title. Frontmatter and title are written by the tool, as other pages have them.",
    ),
  place: placeInput.optional(),
});

export type AddPageData = AddPageReport & { readonly hash: string };

/** Not a thematic break: a line of a key follows. */
const frontmatter = /^\s*---[ \t]*\r?\n[\w-]+[ \t]*:/u;

export const addPageTool: Tool<z.infer<typeof addPageInput>, AddPageData> = {
  name: "add_page",
  description:
    "Adds a page: writes the file as the site's other pages are written (title as frontmatter or heading, suffix, line " +
    "endings) and puts it into the navigation, at `place` or beside its folder's pages.",
  input: addPageInput,
  async run({ path, title, description, content, place }, context) {
    refuseUnwritable(path, content);
    if (frontmatter.test(content))
      throw new ToolError(
        "The content begins with frontmatter, which add_page writes itself: leave it out. title and description are fields of the call; set other keys with set_frontmatter afterwards.",
      );
    const args = {
      path,
      title,
      description: description ?? null,
      content,
      place: place === undefined ? null : placeIn(place),
    };
    const site = await context.site();
    const refactoring = await addPage(site, args);
    applyRefactoring(context, refactoring);
    const { report } = refactoring;
    const data = { ...report, hash: hashOf(context, report.path) };
    const carried = carriedText({ ...report, links: [], redirects: [] });
    const made = await newGroupsText(context, site, place);
    return {
      text: [`Added ${report.path} at ${report.url}, hash ${data.hash}.`, ...carried, ...made].join("\n"),
      data,
    };
  },
};
