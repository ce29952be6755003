import { createRequire } from "node:module";
import { join } from "node:path";
import { packages } from "./builder.ts";

export interface RemarkNode {
  readonly type: string;
  readonly name?: string | null;
  readonly value?: string;
  readonly attributes?: readonly unknown[];
  readonly children?: readonly RemarkNode[];
}

/** Returns the syntax tree, or null if the text is not valid. */
type Parse = (text: string) => RemarkNode | null;

type Unified = () => Processor;

interface Processor {
  use(plugin: unknown): Processor;
  parse(text: string): RemarkNode;
}

/** The parsers of sites, with their usual extensions: three for MDX, and one for Markdown. */
export function createRemarkParsers(): Parse[] {
  const require = createRequire(join(packages, "package.json"));
  const [core, remark, mdx, gfm, directive] = [
    "unified",
    "remark-parse",
    "remark-mdx",
    "remark-gfm",
    "remark-directive",
  ].map((name) => require(name) as { readonly default: unknown; readonly unified: Unified });
  return [[mdx], [mdx, gfm], [mdx, gfm, directive], [gfm]].map((plugins) => {
    const processor = [remark, ...plugins].reduce(
      (all, plugin) => all?.use(plugin?.default),
      core?.unified(),
    );
    return (text) => {
      try {
        return processor?.parse(text) ?? null;
      } catch {
        return null;
      }
    };
  });
}
