import type { Attribute, Link, PageProblem, Span, Syntax } from "../page.ts";
import type { FrontmatterBlock } from "./frontmatter.ts";

/** Everything about a page that does not depend on its path. It is plain data, so that another process can send it. */
export interface PageContent {
  readonly text: string;
  readonly syntax: Syntax;
  readonly frontmatter: FrontmatterBlock | null;
  readonly headings: readonly ContentHeading[];
  /** `id` attributes, and `name` of `<a>`. */
  readonly ids: readonly string[];
  readonly links: readonly Link[];
  readonly attributes: readonly Attribute[];
  /**
   * Alternating starts and ends. This compact form matters because thousands of pages with dozens of ranges each stay
   * in memory.
   */
  readonly prose: Uint32Array;
  readonly code: Uint32Array;
  readonly problem: PageProblem | null;
}

export interface ContentHeading {
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  readonly text: string;
  readonly start: number;
  readonly end: number;
  readonly content: Span;
  readonly explicitId: string | null;
  readonly line: number;
}

/** A page that is known only by its text. */
export function emptyContent(text: string, syntax: Syntax): PageContent {
  const none = new Uint32Array(0);
  return {
    text,
    syntax,
    frontmatter: null,
    headings: [],
    ids: [],
    links: [],
    attributes: [],
    prose: none,
    code: none,
    problem: null,
  };
}
