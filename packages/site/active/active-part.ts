/** What a page has beyond words, links and pictures: what a build or a browser acts on, or what no reader sees. */
export interface ActivePart {
  readonly kind: ActiveKind;
  /** What a person calls it: the element, the attribute, the component, what is imported. */
  readonly name: string;
  /** Tells it from others of its kind: as it is written, blanks aside. */
  readonly text: string;
  /** 1-based. */
  readonly line: number;
}

/**
 * `element`: one that runs or loads something, or asks for input, such as `<script>`; `frame`: another site's page in
 * this one; `handler`: an attribute that is code; `address`: one that is code, or a whole document; `expression`:
 * what is computed, literals aside; `include`: what the build puts in; `metadata`: what a page tells the build;
 * `component`: an element that is not HTML's own words; `comment` and `hiding`: what no reader sees.
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
