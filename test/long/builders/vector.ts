import type { FrameworkName } from "../../../packages/site/index.ts";

/** A page that makes a builder or a browser do something that only a site's owners may request. */
export interface Vector {
  /** Occurs in the page wherever the vector acts, and nowhere else on the site. It is also the page's file name. */
  readonly id: string;
  readonly builder: BuilderName;
  /** The mechanism that the vector uses, such as "expressions": a row of the table that the suite prints. */
  readonly row: string;
  /** Relative to the repository. */
  readonly path: string;
  readonly text: string;
}

export type BuilderName = Extract<
  FrameworkName,
  "vitepress" | "starlight" | "docusaurus" | "mintlify" | "mkdocs"
>;

/**
 * Page texts by row. `§` stands for the vector's ID, `¶` for a JavaScript expression that reports to the builder's
 * process that it ran, and `¤` for an expression whose value the page does not contain literally.
 */
export type Rows = Readonly<Record<string, readonly string[]>>;

/** The content of the file outside of the docs. */
export const canary = "canary-7f3c9a51";

/** The environment variable with the path of the file that collects reports. */
export const reportsVariable = "BUILDER_REPORTS";

export function createVectors(
  builder: BuilderName,
  pathOf: (id: string, row: string) => string,
  rows: Rows,
): Vector[] {
  const texts = Object.entries(rows).flatMap(([row, texts]) => texts.map((text) => ({ row, text })));
  return texts.map(({ row, text }, index) => {
    const id = `x${builder.slice(0, 2)}${String(index + 1).padStart(4, "0")}`;
    return { id, builder, row, path: pathOf(id, row), text: withId(text, id) };
  });
}

function withId(text: string, id: string): string {
  return text
    .replaceAll(
      "¶",
      `process.getBuiltinModule('node:fs').appendFileSync(process.env.${reportsVariable},'§ ')`,
    )
    .replaceAll("¤", "['§','ran'].join('_')")
    .replaceAll("§", id);
}

/** The value of `¤`. */
export function computedText(id: string): string {
  return `${id}_ran`;
}

/** The function that pages call in a browser. */
export function calledName(id: string): string {
  return `${id}_call`;
}
