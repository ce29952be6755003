/**
 * What the builtin editor can be told to do, as the parser hands it over. Names of pages, folders and groups are
 * as the person wrote them: the editor finds out what they stand for, with the site before it.
 */
export type Instruction =
  | ReplaceTerm
  | MovePage
  | DeletePage
  | FixLinks
  | AddPage
  | SetFrontmatter
  | BumpVersion
  | InsertUnderHeading
  | ReplaceLinkTarget;

/** Where an instruction applies. `place` is a name that may be a page or a folder ("in guides"). */
export type InstructionScope =
  | { readonly kind: "site" }
  | { readonly kind: "folder"; readonly name: string }
  | { readonly kind: "page"; readonly name: string }
  | { readonly kind: "place"; readonly name: string };

export interface ReplaceTerm {
  readonly kind: "replaceTerm";
  readonly from: string;
  readonly to: string;
  readonly scope: InstructionScope;
  readonly includeCode: boolean;
  readonly wholeWord: boolean;
  /** `keep` finds the term in other cases too and keeps the case found; `exact` finds this spelling only. */
  readonly caseHandling: "keep" | "exact";
  /** “Rename intro to overview”: where a page or folder has this name, the instruction has two readings. */
  readonly maybePage: boolean;
}

export interface MovePage {
  readonly kind: "movePage";
  readonly what: "page" | "folder" | "either";
  readonly from: string;
  readonly to: string;
  /** `to` is the folder that receives the page or folder, which keeps its name. */
  readonly into: boolean;
  /** Told as a renaming: a `to` without a folder stays beside `from`. */
  readonly rename: boolean;
  /** Null where the prompt does not say. */
  readonly redirect: boolean | null;
}

export interface DeletePage {
  readonly kind: "deletePage";
  readonly page: string;
  readonly redirectTo: string | null;
}

export interface FixLinks {
  readonly kind: "fixLinks";
  readonly scope: InstructionScope;
}

export interface AddPage {
  readonly kind: "addPage";
  /** The file, when it is given; at least one of `path` and `title` is. */
  readonly path: string | null;
  readonly title: string | null;
  /** The folder of the new page, when it is named without its file name. */
  readonly folder: string | null;
  readonly description: string | null;
  /** Markdown of the body, without a final newline. */
  readonly content: string | null;
  readonly place: Place | null;
}

/** A place in the navigation: in the group `name`, or beside the page `name`. */
export interface Place {
  readonly relation: "under" | "after" | "before";
  readonly name: string;
}

export interface SetFrontmatter {
  readonly kind: "setFrontmatter";
  readonly key: string;
  readonly value: FrontmatterValue;
  /** Pages that have the key already are left alone. */
  readonly onlyMissing: boolean;
  readonly scope: InstructionScope;
}

export type FrontmatterValue =
  | { readonly kind: "literal"; readonly literal: string | number | boolean }
  | { readonly kind: "firstParagraph" };

export interface BumpVersion {
  readonly kind: "bumpVersion";
  /** Null: the version that the docs name now, which must be one. */
  readonly from: string | null;
  readonly to: string;
  readonly product: string | null;
  readonly scope: InstructionScope;
}

export interface InsertUnderHeading {
  readonly kind: "insertUnderHeading";
  /** Null: the one page that has the heading. */
  readonly page: string | null;
  readonly heading: string;
  /** Markdown, without a final newline. */
  readonly content: string;
  /** Right below the heading, or at the end of what the section itself says. */
  readonly position: "start" | "end";
}

export interface ReplaceLinkTarget {
  readonly kind: "replaceLinkTarget";
  readonly from: string;
  readonly to: string;
  readonly scope: InstructionScope;
}
