import type { SlugRule } from "./slug.ts";

/** How a framework's Markdown differs from CommonMark. The names must be unique: they are part of cache keys. */
export interface Dialect {
  readonly name: string;
  readonly slugs: SlugRule;
  /** `## Title {#id}` sets the heading's anchor. */
  readonly headingIds: boolean;
  /** Lines such as `:::note Title` or `!!! note "Title"` open a block. The block's marker and kind are not prose. */
  readonly blockMarks: readonly string[];
  /** Tags such as `{% tag url="…" %}` are components. */
  readonly templateTags: boolean;
  /** `!!! note`, `??? note` and `=== "Tab"` contain the lines indented below them, as in Python-Markdown. */
  readonly indentedBlocks: boolean;
}

const common: Dialect = {
  name: "common",
  slugs: "github",
  headingIds: false,
  blockMarks: [],
  templateTags: false,
  indentedBlocks: false,
};

const mkdocs: Dialect = {
  ...common,
  name: "mkdocs",
  slugs: "python-markdown",
  headingIds: true,
  blockMarks: ["!!!", "???", "==="],
  indentedBlocks: true,
};

export const dialects = {
  common,
  mintlify: { ...common, name: "mintlify", slugs: "mintlify", headingIds: true },
  docusaurus: { ...common, name: "docusaurus", headingIds: true, blockMarks: [":::"] },
  vitepress: { ...common, name: "vitepress", slugs: "mdit-vue", headingIds: true, blockMarks: [":::"] },
  starlight: { ...common, name: "starlight", blockMarks: [":::"] },
  gitbook: { ...common, name: "gitbook", templateTags: true },
  mkdocs,
  /**
   * A dialect in which a plugin runs pages as Jinja templates. Pages are read in the same way, except that `{{ … }}` is
   * code.
   */
  mkdocsWithMacros: { ...mkdocs, name: "mkdocs-macros" },
  /** Dialects in which SuperFences also reads indented fences, and fences with titles. */
  mkdocsWithSuperFences: { ...mkdocs, name: "mkdocs-superfences" },
  mkdocsWithMacrosAndSuperFences: { ...mkdocs, name: "mkdocs-macros-superfences" },
} satisfies Record<string, Dialect>;

export function dialectNamed(name: string): Dialect {
  return Object.values(dialects).find((dialect) => dialect.name === name) ?? dialects.common;
}
