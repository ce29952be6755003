import type { Editing } from "../models/model.ts";
import { addPageTool } from "./add-page.ts";
import { addRedirectsTool } from "./add-redirects.ts";
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
import { replaceTextTool } from "./replace-text.ts";
import { revertTool } from "./revert.ts";
import { searchTool } from "./search.ts";
import { searchCodeTool } from "./search-code.ts";
import { setFrontmatterTool } from "./set-frontmatter.ts";
import type { Tool } from "./tool.ts";
import { translationsTool } from "./translations.ts";
import { writeTool } from "./write.ts";

/** All tools in the order in which a model sees them: read, edit text, change the site, review, finish. */
export const tools = [
  listTool,
  searchTool,
  readTool,
  outlineTool,
  translationsTool,
  editTool,
  replaceSectionTool,
  replaceTextTool,
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
  addRedirectsTool,
  checkTool,
  diffTool,
  revertTool,
  searchCodeTool,
  readCodeTool,
  citeCodeTool,
  askTool,
  finishTool,
] as const;

/** Returns the tools of a model, which edits prose in one of two ways. */
export function toolsFor(editing: Editing): readonly Tool[] {
  const other = editing === "exact" ? replaceSectionTool : editTool;
  return tools.filter((tool) => tool !== other);
}
