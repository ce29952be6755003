/** A part of a page that a build or browser acts on, or that readers don't see. */
export interface ActivePart {
  readonly kind: ActiveKind;
  /** The part's displayed name: the element, attribute, component or import. */
  readonly name: string;
  /**
   * The part's content that has an effect, with escapes resolved and without the words that readers see. Identifies the
   * part among those of its kind.
   */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/** An active part with its offset in the text. */
export interface Found extends Omit<ActivePart, "line"> {
  readonly at: number;
}

/**
 * - `element`: an element that runs or loads something, or asks for input, such as `<script>`
 * - `frame`: another site's page inside this one
 * - `handler`: an attribute that is code
 * - `address`: an address that is code or a whole document
 * - `expression`: code that computes content
 * - `value`: an expression that only reads names, or markup in a component's attribute
 * - `include`: content that the build inserts
 * - `metadata`: instructions to the build
 * - `component`: an element that is not in HTML
 * - `comment` and `hiding`: content that readers do not see
 * - `unreadable`: text that a framework might read differently from this package
 * - `unparsed`: a page that is not valid MDX, so that only its text was searched
 */
export type ActiveKind =
  | "import"
  | "export"
  | "expression"
  | "value"
  | "element"
  | "frame"
  | "handler"
  | "address"
  | "include"
  | "metadata"
  | "component"
  | "comment"
  | "hiding"
  | "unreadable"
  | "unparsed";

export function flat(text: string): string {
  return text.replace(/\s+/gu, " ").trim();
}
