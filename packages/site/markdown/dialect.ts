import type { SlugRule } from "./slug.ts";

/** How a framework's Markdown differs from CommonMark. The names must be unique: they are part of cache keys. */
export interface Dialect {
  readonly name: string;
  readonly slugs: SlugRule;
  /** `## Title {#id}` sets the heading's anchor. */
  readonly headingIds: boolean;
  /** Lines such as `:::note Title` or `!!! note "Title"` open a block. Its mark and kind are not prose. */
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

export const dialects = {
  common,
  mintlify: { ...common, name: "mintlify", slugs: "mintlify", headingIds: true },
  docusaurus: { ...common, name: "docusaurus", headingIds: true, blockMarks: [":::"] },
  vitepress: { ...common, name: "vitepress", slugs: "mdit-vue", headingIds: true, blockMarks: [":::"] },
  starlight: { ...common, name: "starlight", blockMarks: [":::"] },
  gitbook: { ...common, name: "gitbook", templateTags: true },
  mkdocs: {
    ...common,
    name: "mkdocs",
    slugs: "python-markdown",
    headingIds: true,
    blockMarks: ["!!!", "???", "==="],
    indentedBlocks: true,
  },
} satisfies Record<string, Dialect>;
