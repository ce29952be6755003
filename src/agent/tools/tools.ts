import type { Editing } from "../models/model.ts";
import { addPageTool } from "./add-page.ts";
import { addRedirectTool } from "./add-redirect.ts";
import { askTool } from "./ask.ts";
import { bumpVersionTool } from "./bump-version.ts";
import { checkTool } from "./check.ts";
import { citeCodeTool } from "./cite-code.ts";
import { deletePageTool } from "./delete-page.ts";
import { deleteSectionTool } from "./delete-section.ts";
import { diffTool } from "./diff.ts";
import { editTool } from "./edit.ts";
import { editNavTool } from "./edit-nav.ts";
import { finishTool } from "./finish.ts";
import { fixLinksTool } from "./fix-links.ts";
import { insertUnderHeadingTool } from "./insert-under-heading.ts";
import { listTool } from "./list.ts";
import { movePageTool } from "./move-page.ts";
import { moveSectionTool } from "./move-section.ts";
import { outlineTool } from "./outline.ts";
import { readTool } from "./read.ts";
import { readCodeTool } from "./read-code.ts";
import { renameTermTool } from "./rename-term.ts";
import { replaceLinksTool } from "./replace-links.ts";
import { replaceSectionTool } from "./replace-section.ts";
import { revertTool } from "./revert.ts";
import { searchTool } from "./search.ts";
import { searchCodeTool } from "./search-code.ts";
import { setFrontmatterTool } from "./set-frontmatter.ts";
import type { Tool } from "./tool.ts";
import { translationsTool } from "./translations.ts";
import { writeTool } from "./write.ts";

/** Returns a model's tools in the order in which it sees them: read, edit text, change the site, review, finish. */
export function toolsFor(editing: Editing, { code }: { readonly code: boolean }): readonly Tool[] {
  return [
    listTool,
    searchTool,
    readTool,
    outlineTool,
    translationsTool,
    editing === "exact" ? editTool : replaceSectionTool,
    writeTool,
    movePageTool,
    deletePageTool,
    addPageTool,
    moveSectionTool,
    deleteSectionTool,
    renameTermTool,
    replaceLinksTool,
    fixLinksTool,
    setFrontmatterTool,
    insertUnderHeadingTool,
    bumpVersionTool,
    editNavTool,
    addRedirectTool,
    checkTool,
    diffTool,
    revertTool,
    ...(code ? [searchCodeTool, readCodeTool, citeCodeTool] : []),
    askTool,
    finishTool,
  ];
}
