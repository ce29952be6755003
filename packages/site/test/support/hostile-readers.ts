import { type Fragment, fragments as pageFragments } from "./hostile-fragments.ts";
import { type HostileSite, siteWithPage } from "./page-works.ts";

/** A kind of file that anyone can write, and the fragments that a hostile file of this kind repeats. */
export interface Reader {
  readonly name: string;
  /** The length of the shorter text. The longer text is four times as long. */
  readonly chars: number;
  readonly fragments: readonly Fragment[];
  /** Fragments at these distances in the list are also repeated together. */
  readonly steps: readonly number[];
  site(repeated: string): HostileSite;
}

const each = (...opens: readonly string[]): Fragment[] => opens.map((open) => ({ open, close: "" }));
const pairs = (...both: readonly (readonly [string, string])[]): Fragment[] =>
  both.map(([open, close]) => ({ open, close }));

const yaml = [
  ...each("a: b\n", "- a\n", "- ", "? ", "a: ", "&a ", "*a ", "!t ", "'", '"', "# a\n", "|\n a\n", ">\n"),
  ...each("---\n", "...\n", "<<: *a\n", "  a:\n", "\t", "%TAG\n", ",", ":", "\\u0041", "- a: hostile.md\n"),
  ...each("  - hostile.md\n", "- a:\n  - b\n", "@", "`", "\r", "\u2028"),
  ...pairs(["[", "]"], ["{", "}"], ["{a: ", "}"], ["[a, ", "]"], ['"a": [', "],"]),
];
const json = [
  ...each('"a",', '"a":1,', "\\u0041", '"', "//a\n", "/*", ",", "1", "1,", "true,", "\n", '"hostile",', ":"),
  ...each('{"group":"a","pages":["hostile"]},', '{"$ref":"docs.json"},', '{"href":"/a"},', '"GET /a",'),
  ...pairs(["[", "]"], ["{", "}"], ['{"a":', "}"], ['{"pages":[', "]}"], ['{"group":"a","pages":[', "]},"]),
];
const summary = [
  ...each(
    "* [a](hostile.md)\n",
    "  * [a](b.md)\n",
    "# a\n",
    "* [",
    "* [a](",
    "* [a](<",
    "[",
    "* \\[",
    "* a\n",
  ),
  ...each(
    "<a",
    "\t",
    "- ",
    '* [a](b "',
    "* [a](../",
    "1. [a](b)\n",
    "\r\n",
    "* [a](https://a.b)\n",
    "&#",
    "\\",
  ),
  ...pairs(["* [", "](a.md)"], ["<", ">"]),
];
const code = [
  ...each(
    "'a',",
    "a,",
    "a+",
    "a=>",
    "...a,",
    "/*",
    "//a\n",
    "/a/,",
    "a?.b",
    "a?b:",
    "!",
    "await ",
    "\\u0061",
  ),
  ...each(
    "{text:'a',link:'/hostile'},",
    "{text:'a',items:[]},",
    "a.b",
    "`a`,",
    "`${",
    "<a>",
    "'",
    "\n",
    "a\n",
  ),
  ...each("]};\nconst a = [];\n", "]};\nimport a from './a';\n", "]};\nexport * from './a';\n"),
  ...pairs(["[", "],"], ["{a:", "},"], ["(", ")"], ["f(", ")"], ["{items:[", "]},"], ["()=>{", "}"]),
];
const redirects = each(
  "/a /b\n",
  "/a",
  "# a\n",
  "/:a/* /:splat 301\n",
  " ",
  "/*",
  "/a /hostile/ 301!\n",
  "\r",
  "?a=:b ",
);

const guide = "# Guide\n\nSee [it](hostile.md).\n";
const pages = { "docs/hostile.md": "# Start\n\nText.\n", "docs/guide.md": guide };
const names = { page: "docs/hostile.md", guide: "docs/guide.md" };
const mdx = { "hostile.mdx": "# Start\n\nText.\n", "guide.mdx": "# Guide\n\nSee [it](/hostile).\n" };

/** New readers are added here. */
export const readers: readonly Reader[] = [
  {
    name: "page",
    chars: 10_000,
    fragments: pageFragments,
    steps: [1, 7, 31],
    site: (text) => siteWithPage(`# Start\n\nAcme Cloud\n\n${text}`),
  },
  {
    name: "frontmatter",
    chars: 10_000,
    fragments: [...yaml, ...pageFragments],
    steps: [1],
    site: (text) => siteWithPage(`---\ntitle: Acme Cloud\nx: ${text}`),
  },
  {
    name: "mkdocs.yml",
    chars: 15_000,
    fragments: yaml,
    steps: [1, 7, 31],
    site: (text) => ({
      files: { ...pages, "mkdocs.yml": `site_name: Acme\nnav:\n- hostile.md\n${text}` },
      ...names,
    }),
  },
  {
    name: "docs.json",
    chars: 15_000,
    fragments: json,
    steps: [1, 7, 31],
    site: (text) => ({
      files: { ...mdx, "docs.json": `{"navigation":{"pages":["hostile",${text}` },
      page: "hostile.mdx",
      guide: "guide.mdx",
    }),
  },
  {
    name: "SUMMARY.md",
    chars: 15_000,
    fragments: summary,
    steps: [1, 7, 31],
    site: (text) => ({
      files: { ...pages, "docs/SUMMARY.md": `# Summary\n\n* [a](hostile.md)\n${text}` },
      ...names,
    }),
  },
  {
    name: "config.ts",
    chars: 15_000,
    fragments: code,
    steps: [1, 7, 31],
    site: (text) => ({
      files: { ...pages, "docs/.vitepress/config.ts": `export default { themeConfig: { sidebar: [\n${text}` },
      ...names,
    }),
  },
  {
    name: "_redirects",
    chars: 15_000,
    fragments: redirects,
    steps: [1, 7, 31],
    site: (text) => ({ files: { ...pages, "mkdocs.yml": "site_name: Acme\n", _redirects: text }, ...names }),
  },
];
