/** A range of UTF-16 offsets into a page's text. */
export interface Span {
  readonly start: number;
  readonly end: number;
}

/** Which grammar a page is parsed with: in `md`, braces and imports are text and tags are HTML. */
export type Syntax = "md" | "mdx";

/** One Markdown or MDX file, parsed. Immutable; what does not depend on the path is shared by sites and jobs. */
export interface Page {
  /** In the repository. */
  readonly path: string;
  readonly id: string;
  readonly syntax: Syntax;
  /**
   * The file's text exactly, with its byte order mark if it has one and its own line endings: `Buffer.from(text)`
   * gives the file's bytes back, unless `problem.kind` is `not-utf8` or `too-large` (then the text is empty, and
   * the file must not be rewritten).
   */
  readonly text: string;
  /** What its first line ends in, for lines that are added. */
  readonly lineEnding: "\n" | "\r\n";
  /** From the frontmatter, else the first heading of depth 1, else the file's name. */
  readonly title: string;
  readonly titleSource: "frontmatter" | "heading" | "path";
  readonly description: string | null;
  readonly frontmatter: Frontmatter | null;
  /** In order of appearance, also those inside of JSX, lists and quotes; headings written as HTML are not among them. */
  readonly headings: readonly Heading[];
  /** Everything that `#anchor` can point to: headings' slugs, and `id` and `name` attributes of HTML and JSX. */
  readonly anchors: ReadonlySet<string>;
  /** In order of their offsets. */
  readonly links: readonly Link[];
  /**
   * Prose in order of offsets: what a reader reads as words. No code, no URLs, no frontmatter, no tags and
   * attributes, no expressions, no import lines. An escape such as `\_` or `&amp;` stays inside as it is written.
   */
  readonly prose: readonly Span[];
  /** Code in order of offsets: what stands between fences or backticks, and indented blocks. For the term renaming. */
  readonly code: readonly Span[];
  /**
   * Attributes of HTML and JSX elements whose value is a plain string, and titles of Markdown links and images, in order.
   * For the term renaming.
   */
  readonly attributes: readonly Attribute[];
  /** Why the page could not be read or parsed, else null. Then everything but text and frontmatter is empty. */
  readonly problem: PageProblem | null;
  /** 1-based line of an offset. */
  lineAt(offset: number): number;
}

export interface Attribute {
  readonly element: string;
  readonly name: string;
  /** Where the value is written, without its quotes. */
  readonly value: Span;
}

export interface PageProblem {
  readonly kind: "syntax" | "not-utf8" | "too-large" | "too-complex";
  /** For a person: what is wrong and what to do. */
  readonly message: string;
  readonly line: number | null;
}

/** A block between `---` lines (YAML) or `+++` lines (TOML, not read further) at the very start of a page. */
export interface Frontmatter {
  readonly format: "yaml" | "toml";
  /** The whole block, both delimiter lines included, the line ending after the last one not. */
  readonly block: Span;
  /** What stands between the delimiter lines: whole lines, so it is empty or ends with a line ending. */
  readonly content: Span;
  /** A map without prototype; empty when the YAML cannot be read or is not a mapping. */
  readonly data: ReadonlyMap<string, unknown>;
  readonly problems: readonly { readonly message: string; readonly line: number }[];
}

export interface Heading {
  readonly depth: 1 | 2 | 3 | 4 | 5 | 6;
  /** As read: without markup, escapes resolved. */
  readonly text: string;
  /** What a link's `#…` must say, unique in the page, after the framework's own rule. */
  readonly slug: string;
  /** The whole heading, its `#` marks or underline included, without the line ending. */
  readonly start: number;
  readonly end: number;
  /** The written text of the heading, without its marks. */
  readonly content: Span;
  /** An id that the heading names itself, as in `## Setup {#install}`. */
  readonly explicitId: string | null;
  readonly line: number;
}

export interface Link {
  /**
   * `link` and `image`: `[text](href)`, `![alt](href)`; `definition`: `[label]: href`; `autolink`: `<https://…>` or a
   * bare URL; `html` and `jsx`: an attribute such as `href`, `src`, `to`; `import`: what an MDX import loads.
   */
  readonly kind: "link" | "image" | "definition" | "autolink" | "html" | "jsx" | "import";
  /** The destination, its escapes and entities resolved. Empty where `dynamic`. */
  readonly href: string;
  /** Where the destination is written, without quotes or angle brackets. `text.slice(start, end)` is how. */
  readonly start: number;
  readonly end: number;
  readonly line: number;
  /** Whether it is shown rather than followed: Markdown images, `src`, `poster`. */
  readonly embedded: boolean;
  /** The value is an expression (`href={url}`): nobody can say where it leads without running it. */
  readonly dynamic: boolean;
  /** The link's text or the image's alternative text, as a range; null where there is none. */
  readonly label: Span | null;
  /** For `html` and `jsx`. */
  readonly element: string | null;
  readonly attribute: string | null;
}
