/**
 * What a refactoring answers: the whole new bytes of each file that it changes (null: the file is removed), and a
 * report of it. Nothing is written; a file that would come out as it was is not in `edits`.
 */
export interface Refactoring<Report> {
  readonly edits: ReadonlyMap<string, Uint8Array | null>;
  readonly report: Report;
}

/** Something that the refactoring saw and left for a person or a model to decide. */
export interface Note {
  readonly kind: NoteKind;
  readonly path: string;
  /** 1-based, in the file as it was before; null where the whole file is meant. */
  readonly line: number | null;
  /** What is there and what to do about it, in a sentence. */
  readonly message: string;
}

/**
 * `config`: navigation or redirects that only a person can change. `link`: a link left as it is although its target
 * went. `term`: the words stand there, but split by markup. `article`: an "a" or "an" that may be wrong now.
 * `unreadable`: a file that was left alone since it is not text, too large or broken. `anchor`: an anchor that
 * went and is linked from a place that could not be changed.
 */
export type NoteKind = "config" | "link" | "term" | "article" | "unreadable" | "anchor";

export interface ChangedLinks {
  readonly path: string;
  readonly count: number;
}

export interface RedirectChange {
  readonly from: string;
  /** Null: the redirect was removed. */
  readonly to: string | null;
  readonly change: "added" | "retargeted" | "removed";
}

/** What refactorings that touch links and configuration carry along. */
export interface Carried {
  /** Documents in which links were rewritten, sorted. */
  readonly links: readonly ChangedLinks[];
  /** Configuration and navigation files that were changed. */
  readonly configFiles: readonly string[];
  readonly redirects: readonly RedirectChange[];
  readonly notes: readonly Note[];
}

export interface MoveReport extends Carried {
  /** Every file that moved, assets of a folder included, sorted by `from`. */
  readonly moved: readonly { readonly from: string; readonly to: string }[];
}

export interface DeleteReport extends Carried {
  readonly deleted: string;
  /** Links that pointed there and are left, broken, for a person or a model: each is also a note. */
  readonly leftLinks: readonly { readonly path: string; readonly line: number; readonly href: string }[];
}

export interface RenameTermReport extends Carried {
  /** Documents in which words changed, sorted. */
  readonly pages: readonly { readonly path: string; readonly count: number }[];
  /** Places changed in all, the configuration's titles included. */
  readonly count: number;
  /** Headings whose anchor is another one now. */
  readonly anchors: readonly { readonly path: string; readonly from: string; readonly to: string }[];
  /** Places where the term stands and was left alone on purpose, by where it stands. */
  readonly left: { readonly code: number; readonly links: number; readonly markup: number };
}

export interface FixLinksReport {
  readonly fixed: readonly FixedLink[];
  readonly unresolved: readonly UnresolvedLink[];
}

export interface FixedLink {
  readonly path: string;
  readonly line: number;
  readonly from: string;
  readonly to: string;
  /** How the target was found, for a person: "the page moved here", "the anchor is written differently". */
  readonly reason: string;
}

export interface UnresolvedLink {
  readonly path: string;
  readonly line: number;
  readonly href: string;
  /** Why no target was chosen. */
  readonly reason: string;
  /** Hrefs that could be meant, written as this link would have to be; at most `limits.candidatesMax`. */
  readonly candidates: readonly string[];
}

export interface SetFrontmatterReport {
  readonly set: readonly { readonly path: string; readonly value: FrontmatterScalar }[];
  /** Pages of the scope that already said so, or that `onlyMissing` left alone. */
  readonly unchanged: number;
  readonly notes: readonly Note[];
}

export type FrontmatterScalar = string | number | boolean;

export interface ReplaceLinksReport {
  readonly links: readonly ChangedLinks[];
  readonly count: number;
  readonly notes: readonly Note[];
}

export interface BumpVersionReport {
  readonly from: string;
  readonly to: string;
  readonly pages: readonly { readonly path: string; readonly count: number }[];
  readonly count: number;
  readonly notes: readonly Note[];
}

export interface InsertReport {
  readonly path: string;
  readonly heading: string;
  /** 1-based line of the first inserted line, in the new text. */
  readonly line: number;
}

export interface SectionReport {
  readonly path: string;
  /** Its heading as it was; null for what stands before the first one. */
  readonly section: string | null;
  /** 1-based line that it begins on. */
  readonly line: number;
}

export interface AddPageReport {
  readonly path: string;
  readonly url: string;
  readonly configFiles: readonly string[];
  readonly notes: readonly Note[];
}

export interface ConfigReport {
  readonly configFiles: readonly string[];
  readonly notes: readonly Note[];
}

/** What was asked cannot be done; the message says why and what would work. Nothing was changed. */
export class RefactorError extends Error {
  override readonly name = "RefactorError";
}
