/** A piece of a prompt. `start` and `end` are offsets into it, in UTF-16 code units. */
export interface Token {
  readonly kind: TokenKind;
  /** A word or mark as written; what stands inside quotes or a fence; the Markdown of content. */
  readonly text: string;
  /** A word or mark in lower case, apostrophes and arrows made one; empty for what is somebody's own text. */
  readonly word: string;
  readonly start: number;
  readonly end: number;
  /** Columns before the line that a bullet stands on, that a break leads to, or that a fence is on. */
  readonly indent: number;
  /** A fence's info string; a bullet's sort, e.g. `1` or `-`. */
  readonly info: string;
}

/**
 * `broken` is what opens as a quote or fence and does not end as one: no phrase takes it, so that a prompt with
 * one is not understood. `content` is made by the clauses, from everything that follows a colon.
 */
export type TokenKind = "word" | "mark" | "quoted" | "fence" | "bullet" | "break" | "broken" | "content";
