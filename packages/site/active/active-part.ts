/** A part of a page that a build or browser acts on, or that readers don't see. */
export interface ActivePart {
  readonly kind: ActiveKind;
  /** Its displayed name: the element, attribute, component or import. */
  readonly name: string;
  /** Its source with whitespace collapsed, which distinguishes it from other parts of the same kind. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * `element`: an element that runs or loads something, or asks for input, such as `<script>`; `frame`: another site's
 * page inside this one; `handler`: an attribute that is code; `address`: an address that is code or a whole document;
 * `expression`: computed content other than literals; `include`: content that the build inserts; `metadata`:
 * instructions to the build; `component`: an element that is not in HTML; `comment` and `hiding`: content that readers
 * do not see.
 */
export type ActiveKind =
  | "import"
  | "export"
  | "expression"
  | "element"
  | "frame"
  | "handler"
  | "address"
  | "include"
  | "metadata"
  | "component"
  | "comment"
  | "hiding";
