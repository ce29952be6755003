import type { SlugRule } from "./slug.ts";

/** How a framework's Markdown differs from the common one. One constant each: its name is part of the cache's key. */
export interface Dialect {
  readonly name: string;
  readonly slugs: SlugRule;
  /** `## Title {#id}` names the heading's anchor. */
  readonly headingIds: boolean;
  /** Lines such as `:::note Title` or `!!! note "Title"` open a block: their first word is no prose. */
  readonly blockMarks: readonly string[];
  /** `{% tag url="…" %}` stands for components. */
  readonly templateTags: boolean;
  /** `!!! note`, `??? note` and `=== "Tab"` own the lines that are indented below them, as in Python-Markdown. */
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
