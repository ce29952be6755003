import type { z } from "zod";
import type { AddPageData, addPageInput } from "./add-page.ts";
import type { AddRedirectsData, addRedirectsInput } from "./add-redirects.ts";
import type { AskData, askInput } from "./ask.ts";
import type { BumpVersionData, bumpVersionInput } from "./bump-version.ts";
import type { CheckData, checkInput } from "./check.ts";
import type { DeletePageData, deletePageInput } from "./delete-page.ts";
import type { DeleteSectionData, deleteSectionInput } from "./delete-section.ts";
import type { DiffData, diffInput } from "./diff.ts";
import type { EditData, editInput } from "./edit.ts";
import type { EditNavData, editNavInput } from "./edit-nav.ts";
import type { FinishData, finishInput } from "./finish.ts";
import type { FixLinksData, fixLinksInput } from "./fix-links.ts";
import type { InsertUnderHeadingData, insertUnderHeadingInput } from "./insert-under-heading.ts";
import type { ListData, listInput } from "./list.ts";
import type { MovePageData, movePageInput } from "./move-page.ts";
import type { MoveSectionData, moveSectionInput } from "./move-section.ts";
import type { OutlineData, outlineInput } from "./outline.ts";
import type { ReadData, readInput } from "./read.ts";
import type { RenameTermData, renameTermInput } from "./rename-term.ts";
import type { ReplaceLinksData, replaceLinksInput } from "./replace-links.ts";
import type { ReplaceSectionData, replaceSectionInput } from "./replace-section.ts";
import type { ReplaceTextData, replaceTextInput } from "./replace-text.ts";
import type { RevertData, revertInput } from "./revert.ts";
import type { SearchData, searchInput } from "./search.ts";
import type { SetFrontmatterData, setFrontmatterInput } from "./set-frontmatter.ts";
import type { TranslationsData, translationsInput } from "./translations.ts";
import type { WriteData, writeInput } from "./write.ts";

/**
 * The input and the `data` of each tool, by name, for code that builds calls and reads their results, such as the
 * built-in editor. `input` is the type before defaults are filled in.
 */
export interface ToolShapes {
  list: { input: z.input<typeof listInput>; data: ListData };
  search: { input: z.input<typeof searchInput>; data: SearchData };
  read: { input: z.input<typeof readInput>; data: ReadData };
  outline: { input: z.input<typeof outlineInput>; data: OutlineData };
  translations: { input: z.input<typeof translationsInput>; data: TranslationsData };
  edit: { input: z.input<typeof editInput>; data: EditData };
  replace_section: { input: z.input<typeof replaceSectionInput>; data: ReplaceSectionData };
  replace_text: { input: z.input<typeof replaceTextInput>; data: ReplaceTextData };
  write: { input: z.input<typeof writeInput>; data: WriteData };
  move_page: { input: z.input<typeof movePageInput>; data: MovePageData };
  delete_page: { input: z.input<typeof deletePageInput>; data: DeletePageData };
  move_section: { input: z.input<typeof moveSectionInput>; data: MoveSectionData };
  delete_section: { input: z.input<typeof deleteSectionInput>; data: DeleteSectionData };
  rename_term: { input: z.input<typeof renameTermInput>; data: RenameTermData };
  fix_links: { input: z.input<typeof fixLinksInput>; data: FixLinksData };
  set_frontmatter: { input: z.input<typeof setFrontmatterInput>; data: SetFrontmatterData };
  replace_links: { input: z.input<typeof replaceLinksInput>; data: ReplaceLinksData };
  insert_under_heading: { input: z.input<typeof insertUnderHeadingInput>; data: InsertUnderHeadingData };
  add_page: { input: z.input<typeof addPageInput>; data: AddPageData };
  bump_version: { input: z.input<typeof bumpVersionInput>; data: BumpVersionData };
  edit_nav: { input: z.input<typeof editNavInput>; data: EditNavData };
  add_redirects: { input: z.input<typeof addRedirectsInput>; data: AddRedirectsData };
  check: { input: z.input<typeof checkInput>; data: CheckData };
  diff: { input: z.input<typeof diffInput>; data: DiffData };
  revert: { input: z.input<typeof revertInput>; data: RevertData };
  ask: { input: z.input<typeof askInput>; data: AskData };
  finish: { input: z.input<typeof finishInput>; data: FinishData };
}

export type ToolName = keyof ToolShapes;
export type ToolInput<Name extends ToolName> = ToolShapes[Name]["input"];
export type ToolData<Name extends ToolName> = ToolShapes[Name]["data"];
