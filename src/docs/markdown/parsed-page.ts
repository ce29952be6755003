import type { Attribute, Frontmatter, Heading, Link, PageProblem, Span, Syntax } from "../page.ts";
import type { Dialect } from "./dialect.ts";
import { readFrontmatter } from "./frontmatter.ts";
import type { PageContent } from "./parse-page.ts";
import { createSlugger } from "./slug.ts";

/**
 * What is known of a page whatever its path: shared by sites and jobs through the cache. What only some callers need
 * (frontmatter's values, slugs, ranges) is made when first asked for and kept.
 */
export class ParsedPage {
  readonly text: string;
  readonly syntax: Syntax;
  readonly links: readonly Link[];
  /** Those of the links that are imports; every opening of a site asks for them. */
  readonly imports: readonly Link[];
  readonly attributes: readonly Attribute[];
  readonly problem: PageProblem | null;
  readonly #content: PageContent;
  readonly #dialect: Dialect;
  #frontmatter: Frontmatter | null | undefined;
  #headings: readonly Heading[] | undefined;
  #anchors: ReadonlySet<string> | undefined;
  #prose: readonly Span[] | undefined;
  #code: readonly Span[] | undefined;
  #lineStarts: Uint32Array | undefined;

  constructor(content: PageContent, dialect: Dialect) {
    this.text = content.text;
    this.syntax = content.syntax;
    this.links = content.links;
    this.imports = content.links.some(isImport) ? content.links.filter(isImport) : [];
    this.attributes = content.attributes;
    this.problem = content.problem;
    this.#content = content;
    this.#dialect = dialect;
  }

  /** What it takes in memory, about: the text, and the objects of the tree at their usual sizes. */
  get bytes(): number {
    const { text, links, attributes, headings, prose, code } = this.#content;
    return (
      600 +
      text.length * 1.5 +
      links.length * 220 +
      attributes.length * 100 +
      headings.length * 260 +
      (prose.length + code.length) * 4
    );
  }

  get frontmatter(): Frontmatter | null {
    const found = this.#content.frontmatter;
    this.#frontmatter ??= found === null ? null : readFrontmatter(this.text, found);
    return this.#frontmatter;
  }

  get headings(): readonly Heading[] {
    if (this.#headings === undefined) {
      const slugger = createSlugger(this.#dialect.slugs);
      this.#headings = this.#content.headings.map((heading) => ({
        ...heading,
        slug: slugger.slug(heading.text, heading.explicitId),
      }));
    }
    return this.#headings;
  }

  /** The text of the first heading of depth 1, for the title: without making the slugs of all of them. */
  get firstTitle(): string | null {
    return this.#content.headings.find((heading) => heading.depth === 1 && heading.text !== "")?.text ?? null;
  }

  get anchors(): ReadonlySet<string> {
    this.#anchors ??= new Set([...this.headings.map((heading) => heading.slug), ...this.#content.ids]);
    return this.#anchors;
  }

  get prose(): readonly Span[] {
    this.#prose ??= spansOf(this.#content.prose);
    return this.#prose;
  }

  get code(): readonly Span[] {
    this.#code ??= spansOf(this.#content.code);
    return this.#code;
  }

  get lineEnding(): "\n" | "\r\n" {
    const feed = this.text.indexOf("\n");
    return feed > 0 && this.text[feed - 1] === "\r" ? "\r\n" : "\n";
  }

  lineAt(offset: number): number {
    this.#lineStarts ??= lineStartsOf(this.text);
    let low = 0;
    let high = this.#lineStarts.length;
    while (high - low > 1) {
      const middle = (low + high) >> 1;
      if ((this.#lineStarts[middle] ?? 0) <= offset) low = middle;
      else high = middle;
    }
    return low + 1;
  }
}

function isImport(link: Link): boolean {
  return link.kind === "import";
}

function spansOf(packed: Uint32Array): Span[] {
  const spans: Span[] = [];
  for (let i = 0; i < packed.length; i += 2) spans.push({ start: packed[i] ?? 0, end: packed[i + 1] ?? 0 });
  return spans;
}

function lineStartsOf(text: string): Uint32Array {
  const starts = [0];
  for (let feed = text.indexOf("\n"); feed >= 0; feed = text.indexOf("\n", feed + 1)) starts.push(feed + 1);
  return Uint32Array.from(starts);
}
