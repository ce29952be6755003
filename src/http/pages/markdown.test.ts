import { describe, expect, it } from "vitest";
import { renderMarkdown } from "./markdown.ts";

const render = (source: string) => renderMarkdown(source).text;

describe("untrusted Markdown", () => {
  const cases: [string, string, string][] = [
    ["marks", "**a** *b* ~~c~~ `d`", "<p><strong>a</strong> <em>b</em> <del>c</del> <code>d</code></p>"],
    ["headings", "### a", "<h3>a</h3>"],
    [
      "links",
      "[a](https://example.com/?b=1&c)",
      '<p><a href="https://example.com/?b=1&amp;c" rel="nofollow noopener noreferrer ugc">a</a></p>',
    ],
    [
      "mail",
      "<mailto:a@example.com>",
      '<p><a href="mailto:a@example.com" rel="nofollow noopener noreferrer ugc">mailto:a@example.com</a></p>',
    ],
    ["scripts as links", "[a](javascript:alert(1))", "<p>a</p>"],
    [
      "disguised scripts",
      "[a](JaVaScRiPt&#58;alert(1)) [b](data:text/html,x) [c](//evil.example.com)",
      "<p>a b c</p>",
    ],
    ["relative links", "[a](../b)", "<p>a</p>"],
    [
      "images become links",
      "![alt](https://example.com/a.png)",
      '<p><a href="https://example.com/a.png" rel="nofollow noopener noreferrer ugc">alt</a></p>',
    ],
    ["HTML blocks", "<script>alert(1)</script>", "<p>&lt;script&gt;alert(1)&lt;/script&gt;</p>"],
    ["inline HTML", "a <b onclick=x>c</b>", "<p>a &lt;b onclick=x&gt;c&lt;/b&gt;</p>"],
    ["comments", "a <!-- b --> c", "<p>a &lt;!-- b --&gt; c</p>"],
    ["code without a class", "```js\na<b\n```", "<pre><code>a&lt;b\n</code></pre>"],
    ["tasks", "- [x] a", "<ul>\n<li>☑ a</li>\n</ul>"],
    ["numbers", "7. a", '<ol start="7">\n<li>a</li>\n</ol>'],
    ["entities", "&lt;b&gt; &amp;amp;", "<p>&lt;b&gt; &amp;amp;</p>"],
    ["breaks", "a  \nb", "<p>a<br>\nb</p>"],
    [
      "details",
      "<details>\n<summary>a &amp; b</summary>\n\nc\n\n</details>",
      "<details><summary>a &amp; b</summary>\n<p>c</p>\n</details>",
    ],
    [
      "unclosed details",
      "<details>\n<summary>a</summary>\n\nc",
      "<details><summary>a</summary>\n<p>c</p></details>",
    ],
    ["closing tags without details", "a\n\n</details>", "<p>a</p>\n<p>&lt;/details&gt;</p>"],
    [
      "details with attributes",
      "<details open onclick=x><summary>a</summary>",
      "<p>&lt;details open onclick=x&gt;&lt;summary&gt;a&lt;/summary&gt;</p>",
    ],
    ["frontmatter is text", "---\na: b\n---\n\nc", "<hr>\n<h2>a: b</h2>\n<p>c</p>"],
  ];
  it.each(cases)("%s", (_, source, expected) => {
    expect(render(source).trim()).toBe(expected);
  });

  it("is shown as plain text if parsing would take too long", () => {
    const source = ">".repeat(5000);
    expect(render(source)).toBe(`<pre class="plain">${"&gt;".repeat(5000)}</pre>`);
  });
});
