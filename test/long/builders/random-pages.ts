import type { Random } from "../../support/generated-site/random.ts";
import type { RemarkNode } from "./remark-parsers.ts";

/** `¶` stands for an expression with a call. */
const inline =
  "`~`~``~ ~ ~a~$~$$~www.x~https://x.y/a~¶~¶~¶~`¶`~` ¶ `~\\~[~]~](~)~:a~:a[~[^1]~*~~~|~a@b.c~(~_~<b>~</b>~{\"`\"}~{'$'}~/~.~\n~-~:~&lt;~!~1~é~{}~::~[x](¶)~![a](¶)~:a[x](¶)~[^1][¶]".split(
    "~",
  );
const starts = ["", "", "", "", "", "", "> ", "- ", "  ", "    ", "1. ", "# ", "| "];
const fences = ["```", "~~~", "````", "```js", "~~~ a"];
const blocks = [
  ...[
    "",
    "",
    "",
    "¶",
    "| a | b |\n|---|---|",
    "| … | … |",
    "[a]: …",
    "[^1]: …",
    "[^a`]: …",
    "[^`b]:…",
    "z …",
  ],
  ...["[^1]: …\n\n    …", "[^1]: …\n\n    ```", "export const a = 1", "export const § = ¤", "<b c=¶>x</b>"],
  ...["</b>", "<b>", ":::note", ":::", "::::a", "::a", ":::note[a]", "$$", "$$ a", "{/*", "*/}"],
];

/** Generates a page with marks that open and close code, links, tables, footnotes and directives. */
export function randomPage({ pick, int, chance }: Random): string {
  let count = 0;
  const marks = () => Array.from({ length: 1 + int(9) }, () => pick(inline)).join("");
  const block = () => {
    if (chance(0.35)) return pick(starts) + marks();
    return pick(starts) + (chance(0.25) ? pick(fences) : pick(blocks));
  };
  return Array.from({ length: 1 + int(8) }, block)
    .join("\n")
    .replaceAll("…", marks)
    .replace(/[¶§¤]/gu, (mark) => {
      if (mark === "§") return `a${count}`;
      count++;
      return mark === "¶" ? `{P${count}()}` : `P${count}()`;
    });
}

/** The calls in expressions and statements. */
export function callsIn(node: RemarkNode | null): string[] {
  if (node === null) return [];
  const inner = (node.children ?? []).flatMap(callsIn);
  if (/(?:Expression|Esm)$/u.test(node.type)) return [...callsOf(node.value ?? ""), ...inner];
  if (!node.type.startsWith("mdxJsx")) return inner;
  const values = (node.attributes ?? []).flatMap((attribute) => {
    const { value } = attribute as { readonly value?: unknown };
    const code = typeof value === "object" && value !== null ? (value as { readonly value?: unknown }) : null;
    return typeof code?.value === "string" ? callsOf(code.value) : [];
  });
  return [...values, ...inner];
}

function callsOf(code: string): string[] {
  return code.replace(/\/\*[\s\S]*?\*\//gu, "").match(/P\d+\(/gu) ?? [];
}
