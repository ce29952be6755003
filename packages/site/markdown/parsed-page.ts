import type { Attribute, Frontmatter, Heading, Link, PageProblem, Span, Syntax } from "../page.ts";
import { headOfPacked, type PackedPage, unpackPage } from "../parser-process/pack.ts";
import type { Dialect } from "./dialect.ts";
import { attributeIds } from "./disguise.ts";
import { readFrontmatter } from "./frontmatter.ts";
import { emptyContent, type PageContent } from "./page-content.ts";
import { createSlugger } from "./slug.ts";

/**
 * Everything known about a page that does not depend on its path. Sites and jobs share it through the cache. Properties
 * that only some callers need (frontmatter values, slugs, ranges) are computed on first use and kept.
 */
export class ParsedPage {
  readonly text: string;
  readonly #dialect: Dialect;
  readonly #packed: PackedPage | null;
  #content: PageContent | undefined;
  #imports: readonly Link[] | undefined;
  #frontmatter: Frontmatter | null | undefined;
  #headings: readonly Heading[] | undefined;
  #anchors: ReadonlySet<string> | undefined;
  #prose: readonly Span[] | undefined;
  #code: readonly Span[] | undefined;
  #lineStarts: Uint32Array | undefined;

  private constructor(
    text: string,
    dialect: Dialect,
    content: PageContent | undefined,
    packed: PackedPage | null,
  ) {
    this.text = text;
    this.#dialect = dialect;
    this.#content = content;
    this.#packed = packed;
  }

  static of(content: PageContent, dialect: Dialect): ParsedPage {
    return new ParsedPage(content.text, dialect, content, null);
  }

  /** Wraps a page that was parsed in another process. It is unpacked on first use. */
  static ofPacked(packed: PackedPage, text: string, dialect: Dialect): ParsedPage {
    return new ParsedPage(text, dialect, undefined, packed);
  }

  #read(): PageContent {
    this.#content ??=
      this.#packed === null ? emptyContent(this.text, "md") : unpackPage(this.#packed, this.text);
    return this.#content;
  }

  /** The approximate memory used by the page: its text, and its objects at their typical sizes. */
  get bytes(): number {
    const base = 600 + this.text.length * 1.5;
    // Packed pages are eventually unpacked, but their packed numbers also stay in memory.
    if (this.#packed !== null)
      return base + this.#packed.numbers.length * 4 + headOfPacked(this.#packed).objects * 200;
    const { links, attributes, headings, prose, code } = this.#read();
    return (
      base + (links.length + attributes.length + headings.length) * 200 + (prose.length + code.length) * 4
    );
  }

  get syntax(): Syntax {
    return this.#read().syntax;
  }

  get problem(): PageProblem | null {
    return this.#packed !== null && !headOfPacked(this.#packed).hasProblem ? null : this.#read().problem;
  }

  get links(): readonly Link[] {
    return this.#read().links;
  }

  get attributes(): readonly Attribute[] {
    return this.#read().attributes;
  }

  /** The links that are imports. They are needed whenever a site is opened. */
  get imports(): readonly Link[] {
    if (this.#imports === undefined) {
      const none = this.#packed !== null && headOfPacked(this.#packed).imports === 0;
      this.#imports = none ? [] : this.links.filter((link) => link.kind === "import");
    }
    return this.#imports;
  }

  get frontmatter(): Frontmatter | null {
    const found = this.#read().frontmatter;
    this.#frontmatter ??= found === null ? null : readFrontmatter(this.text, found);
    return this.#frontmatter;
  }

  get headings(): readonly Heading[] {
    if (this.#headings === undefined) {
      const slugger = createSlugger(this.#dialect.slugs);
      this.#headings = this.#read().headings.map((heading) => ({
        ...heading,
        slug: slugger.slug(heading.text, heading.explicitId),
      }));
    }
    return this.#headings;
  }

  /** The text of the first heading of depth 1, used as the title. Avoids computing all slugs. */
  get firstTitle(): string | null {
    return this.#read().headings.find((heading) => heading.depth === 1 && heading.text !== "")?.text ?? null;
  }

  get anchors(): ReadonlySet<string> {
    this.#anchors ??= new Set([
      ...this.headings.map((heading) => heading.slug),
      ...this.#read().ids,
      ...(this.#dialect.slugs === "python-markdown" ? attributeIds(this.text) : []),
    ]);
    return this.#anchors;
  }

  get prose(): readonly Span[] {
    this.#prose ??= spansOf(this.#read().prose);
    return this.#prose;
  }

  get code(): readonly Span[] {
    this.#code ??= spansOf(this.#read().code);
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
