import fc from "fast-check";
import { markdownToMdast } from "satteri";
import { describe, expect, it } from "vitest";
import { limits } from "../limits.ts";
import type { Link } from "../page.ts";
import { type Dialect, dialects } from "./dialect.ts";
import type { PageContent } from "./page-content.ts";
import { type ParseAs, parsePage } from "./parse-page.ts";

function parse(text: string, parseAs: ParseAs = "mdx", dialect: Dialect = dialects.mintlify): PageContent {
  return parsePage(text, parseAs, dialect);
}

const written = (text: string, link: Link) => text.slice(link.start, link.end);

function links(text: string, parseAs: ParseAs = "md", dialect: Dialect = dialects.common) {
  return parse(text, parseAs, dialect).links.map((link) => [
    link.kind,
    link.href,
    written(text, link),
    link.line,
  ]);
}

function ranges(text: string, packed: Uint32Array): string[] {
  return Array.from({ length: packed.length / 2 }, (_, i) => text.slice(packed[2 * i], packed[2 * i + 1]));
}

describe("a page with too many parts", () => {
  it.each([
    ["links", "[a](b) ".repeat(limits.pageElementsMax + 1), "20001 headings, links and attributes"],
    ["text", "a `b` ".repeat(limits.pageTextsMax), "pieces of text"],
  ])("is not read: %s", (_, text, message) => {
    const page = parsePage(text, "md", dialects.common);
    expect(page.problem).toMatchObject({ kind: "too-large", message: expect.stringContaining(message) });
    expect([page.links, page.prose.length, page.text]).toEqual([[], 0, text]);
  });
});

describe("links of a page", () => {
  it.each([
    ["[a](/x)", [["link", "/x", "/x", 1]]],
    ["😀 日本 [a](<b c> 't')", [["link", "b c", "b c", 1]]],
    ["[a](x\\)y)", [["link", "x)y", "x\\)y", 1]]],
    ["[a](/x?a=1&amp;b=2)", [["link", "/x?a=1&b=2", "/x?a=1&amp;b=2", 1]]],
    ["[a]( /x\n'title' )", [["link", "/x", "/x", 1]]],
    ["[a [b] `]` \\]](/x(y)z)", [["link", "/x(y)z", "/x(y)z", 1]]],
    ["[]()", [["link", "", "", 1]]],
    [
      "[![i](a.png)](/b)",
      [
        ["image", "a.png", "a.png", 1],
        ["link", "/b", "/b", 1],
      ],
    ],
    ["![a [b](c) `](d)`](e.png)", [["image", "e.png", "e.png", 1]]],
    [
      "x [r][ref]\n\n[ref]: <a b>\n  'T'\n[o\\]x]: ./y.md#z",
      [
        ["definition", "a b", "a b", 3],
        ["definition", "./y.md#z", "./y.md#z", 5],
      ],
    ],
    [
      "<https://e.com/a> https://e.com/b.",
      [
        ["autolink", "https://e.com/a", "https://e.com/a", 1],
        ["autolink", "https://e.com/b", "https://e.com/b", 1],
      ],
    ],
    ["> [a](\n> /x)", [["link", "/x", "/x", 1]]],
    ["| a |\n|---|\n| [p\\|q](/r) |", [["link", "/r", "/r", 3]]],
    [
      "<p>\n<img src='x.png'>\n<a href=y.md>z</a></p>",
      [
        ["html", "x.png", "x.png", 2],
        ["html", "y.md", "y.md", 3],
      ],
    ],
    ["`[a](b)` \\[c](d)\n\n    [e](f)\n\n```\n[g](h)\n```", []],
    ["\ufeff---\ntitle: x\n---\r\n\r\n[a](/b)\r\n", [["link", "/b", "/b", 5]]],
  ])("are found in Markdown %j", (text, expected) => {
    expect(links(text)).toEqual(expected);
  });

  it.each([
    [
      '<Card title="T" href="/x" img="/i.png" icon="rocket" />',
      [
        ["jsx", "/x", "/x", 1],
        ["jsx", "/i.png", "/i.png", 1],
      ],
    ],
    [
      "<A href={'/x'} to={`/y`} />",
      [
        ["jsx", "/x", "/x", 1],
        ["jsx", "/y", "/y", 1],
      ],
    ],
    [
      "<A href={url} src={`/a\u0024{b}`} />",
      [
        ["jsx", "", "url", 1],
        ["jsx", "", "`/a\u0024{b}`", 1],
      ],
    ],
    ["<img src={require('./a.png').default} />", [["jsx", "./a.png", "./a.png", 1]]],
    [
      "<Card icon='/i.svg'>\n  [z](/q)\n</Card>",
      [
        ["jsx", "/i.svg", "/i.svg", 1],
        ["link", "/q", "/q", 2],
      ],
    ],
    ['<Snippet file="a.mdx" />', [["jsx", "a.mdx", "a.mdx", 1]]],
    [
      'import A from "/s/a.mdx"\nimport { b } from \'./b.jsx\'\nexport * from "./c"\nexport const d = "from \'e\'"\n',
      [
        ["import", "/s/a.mdx", "/s/a.mdx", 1],
        ["import", "./b.jsx", "./b.jsx", 2],
        ["import", "./c", "./c", 3],
      ],
    ],
  ])("in MDX %j", (text, expected) => {
    expect(links(text, "mdx", dialects.mintlify)).toEqual(expected);
  });

  it("marks links that are computed as dynamic", () => {
    expect(parse("<A href={url} />").links.map((link) => link.dynamic)).toEqual([true]);
  });

  it("reads GitBook's template tags", () => {
    const text = '{% content-ref url="a/b.md" %}\n[b](a/b.md)\n{% endcontent-ref %}\n';
    expect(links(text, "md", dialects.gitbook)).toEqual([
      ["html", "a/b.md", "a/b.md", 1],
      ["link", "a/b.md", "a/b.md", 2],
    ]);
  });

  it("finds the same destinations as the parser's own tree, each at its offset", () => {
    const piece = fc.constantFrom(
      "[a](/x)",
      "[b](<c d>)",
      "![i](j.png)",
      "[r]",
      "[r]: /def\n",
      "`code`",
      "**",
      "*",
      "_",
      "\\",
      "[",
      "]",
      "(",
      ")",
      "<",
      ">",
      "\n",
      "\n\n",
      "> ",
      "- ",
      "    ",
      "# ",
      "日本",
      "😀",
      "\r\n",
      "&amp;",
      "https://e.com/x",
      "<https://e.com>",
      " ",
      "\t",
      "|",
      "---\n",
      "| a |\n|---|\n",
      "```\n",
      "text",
      "<b>",
      "</b>",
      '<a href="q">',
      "(y 't')",
      "![",
      "](z)",
      "\u00a0",
      "\0",
      "~~",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 30 }), (pieces) => {
        const text = `x${pieces.join("")}`;
        const wanted: string[] = [];
        const collect = (tree: { type: string; url?: string; children?: readonly unknown[] }) => {
          if (tree.type === "link" || tree.type === "image" || tree.type === "definition")
            wanted.push(tree.url ?? "");
          for (const inner of tree.children ?? []) collect(inner as typeof tree);
        };
        collect(markdownToMdast(text, { features: { frontmatter: false } }) as Parameters<typeof collect>[0]);
        const found = parse(text, "md", dialects.common).links.filter((link) => link.kind !== "html");
        expect(found.map((link) => link.href).sort()).toEqual(wanted.sort());
        for (const link of found) {
          const source = written(text, link);
          if (!/[\\&\0]/.test(source) && link.kind !== "autolink") expect(source).toBe(link.href);
        }
      }),
      { numRuns: 3000 },
    );
  });
});

describe("headings of a page", () => {
  const headings = (text: string, parseAs: ParseAs, dialect: Dialect) =>
    parse(text, parseAs, dialect).headings.map((heading) => [
      heading.depth,
      heading.text,
      heading.explicitId,
      text.slice(heading.content.start, heading.content.end),
      heading.line,
    ]);

  it.each<[string, ParseAs, Dialect, unknown[]]>([
    ["# A `b` *c* ##", "md", dialects.common, [[1, "A b c", null, "A `b` *c*", 1]]],
    ["Title\n=====\n", "md", dialects.common, [[1, "Title", null, "Title", 1]]],
    ["## A {#id}", "md", dialects.mkdocs, [[2, "A", "id", "A", 1]]],
    ["## A {: #id .x }", "md", dialects.mkdocs, [[2, "A", "id", "A", 1]]],
    ["## A {#id}", "md", dialects.common, [[2, "A {#id}", null, "A {#id}", 1]]],
    ["## A {#id}\n\n<B/>\n", "mdx", dialects.docusaurus, [[2, "A", "id", "A", 1]]],
    [
      "---\na: b\n---\n\n<T>\n\n### In 😀\n\n</T>\n",
      "mdx",
      dialects.mintlify,
      [[3, "In 😀", null, "In 😀", 7]],
    ],
    ["## Uses {x} here\n", "mdx", dialects.mintlify, [[2, "Uses  here", null, "Uses {x} here", 1]]],
    ["#\n", "md", dialects.common, [[1, "", null, "", 1]]],
  ])("in %j as %s", (text, parseAs, dialect, expected) => {
    expect(headings(text, parseAs, dialect)).toEqual(expected);
  });
});

describe("prose and code of a page", () => {
  it("are distinguished in MDX", () => {
    const text =
      'import A from "/a"\n\nSee `code` <code>too</code> **bold** {value} [label](/x) https://e.com ok\n\n<Card title="Attr">\n  inside\n</Card>\n\n```js\nconst a = 1;\n```\n';
    const page = parse(text);
    expect(
      ranges(text, page.prose)
        .map((words) => words.trim())
        .filter(Boolean),
    ).toEqual(["See", "bold", "label", "ok", "inside"]);
    expect(ranges(text, page.code)).toEqual(["code", "too", "const a = 1;\n"]);
    expect(
      page.attributes.map(({ element, name, value }) => [element, name, text.slice(value.start, value.end)]),
    ).toEqual([["Card", "title", "Attr"]]);
  });

  it("are distinguished in Markdown with HTML", () => {
    const text =
      "A <code>x</code> b <b>c</b>\n\n<div>\nwords <pre>raw</pre>\n<!-- note -->\n</div>\n\n    indented\n";
    const page = parse(text, "md", dialects.common);
    expect(
      ranges(text, page.prose)
        .map((words) => words.trim())
        .filter(Boolean),
    ).toEqual(["A", "b", "c", "words"]);
    expect(ranges(text, page.code)).toEqual(["x", "    indented"]);
  });

  it("leave out templates and the markers of blocks", () => {
    const text = ":::note Title\nHello {{ name }} and {% raw %} you\n:::\n";
    expect(ranges(text, parse(text, "md", dialects.vitepress).prose)).toEqual([
      " Title\nHello ",
      " and ",
      " you\n:::",
    ]);
  });

  it("include the indented content of MkDocs admonitions and tabs", () => {
    const text =
      '!!! note "Title"\n    Inside [a](b.md)\n\n    ```py\n    code\n\n    more\n    ```\n\n=== "Tab"\n\n    ## Head\n';
    const page = parse(text, "md", dialects.mkdocs);
    expect(page.links.map((link) => link.href)).toEqual(["b.md"]);
    expect(page.headings.map((heading) => heading.text)).toEqual(["Head"]);
    expect(ranges(text, page.code)).toEqual(["    code\n\n    more\n"]);
    expect(ranges(text, page.prose).join("|")).not.toContain("note");
  });

  it("are ordered and overlap neither each other nor destinations", () => {
    const piece = fc.constantFrom(
      "words ",
      "`code`",
      "[l](/x)",
      "<A b='c'>",
      "</A>",
      "{1}",
      "\n\n",
      "# h\n",
      "😀",
      "> ",
      "- ",
      "```\nx\n```\n",
      "<code>",
      "</code>",
      "https://e.com ",
      "{{ t }}",
      ":::note\n",
      "**",
      "|",
      "\r\n",
    );
    fc.assert(
      fc.property(
        fc.array(piece, { maxLength: 25 }),
        fc.constantFrom<ParseAs>("md", "lenient"),
        (pieces, parseAs) => {
          const text = pieces.join("");
          const page = parse(text, parseAs, dialects.docusaurus);
          const spans = [...page.prose, ...page.code].length;
          expect(spans % 2).toBe(0);
          for (const packed of [page.prose, page.code]) {
            for (let i = 0; i < packed.length; i++) {
              expect(packed[i]).toBeLessThanOrEqual(text.length);
              if (i > 0) expect(packed[i]).toBeGreaterThanOrEqual(packed[i - 1] as number);
            }
          }
          for (const { start, end, kind } of page.links) {
            if (kind === "html" || kind === "jsx") continue;
            for (let i = 0; i < page.prose.length; i += 2) {
              const isDisjoint = (page.prose[i + 1] as number) <= start || (page.prose[i] as number) >= end;
              expect(isDisjoint || start === end).toBe(true);
            }
          }
        },
      ),
      { numRuns: 2000 },
    );
  });
});

describe("a page that cannot be parsed", () => {
  it("keeps its text and frontmatter, and reports the line", () => {
    const text = "---\ntitle: A\n---\n\nfine\n\n{1 2}\n";
    const page = parse(text);
    expect(page.problem).toMatchObject({ kind: "syntax", line: 7 });
    expect(page.text).toBe(text);
    expect(page.frontmatter).not.toBeNull();
    expect(page.links).toEqual([]);
  });

  it("is read as Markdown if the framework reads it that way", () => {
    expect(parse("{1 2} [x](y)\n", "lenient")).toMatchObject({ syntax: "md", problem: null });
  });

  it.each(["<!-- c -->\n\n[x](y)\n", "## A {#b}\n\n[x](y)\n", "$a^{b c}$ [x](y)\n"])(
    "is read as MDX despite %j",
    (text) => {
      expect(parse(text)).toMatchObject({ syntax: "mdx", problem: null });
      expect(links(text, "mdx", dialects.mintlify).map(([, href]) => href)).toEqual(["y"]);
    },
  );
});
