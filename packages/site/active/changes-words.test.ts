import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { changesOnlyWords } from "./changes-words.ts";
import { executedBy } from "./frameworks.ts";
import { partsOfText } from "./parts-of-text.ts";

const head = "---\ntitle: Set up Acme\n---\n\n";

describe("changesOnlyWords", () => {
  it.each([
    ["a word in a sentence", "One Acme, two.\n"],
    ["the first word of a page", "Acme is one.\n"],
    ["words before a colon", "Two\n\nAcme: one.\n"],
    ["a heading", "# One\n\n## Use Acme\n"],
    ["a list", "One\n\n- Acme\n  1. With Acme here\n"],
    ["a table", "| One |\n| --- |\n| Acme |\n".replace("|", "Two\n\n|")],
    ["a label of a link", "Read [about Acme](/one).\n"],
    ["text on a page that defines labels", "See [the page][r-1], Acme.\n\nAcme\n\n[r-1]: /x\n"],
    ["text in another paragraph than a bracket", "See [one\nx].\n\nAcme\n\n[one x]: /x\n"],
    ["a title", head],
    ["text beside elements", `${head}<Note>\n  Acme\n</Note>\n\n<Card title="x" cols={2} />\n`],
    ["text in an element", `${head}<Warning>Use Acme.</Warning>\n`],
    ["text after an expression", `${head}It is {version}.\n\nAcme.\n`],
    ["text after code", `${head}\`\`\`ts\nconst a = { b: "<c" };\n\`\`\`\n\nAcme.\n`],
    [
      "text after code with a title",
      `${head}\`\`\`ts title="a.ts"\nimport { a } from "b";\n\`\`\`\n\nAcme.\n`,
    ],
    ["text after an import", `${head}import A from "/a.mdx";\n\nAcme.\n`],
    [
      "text after several imports",
      `${head}import A from "/a.mdx"\nimport { B, C } from '@x/y-z';\nimport * as D from "./d"\n\nAcme.\n`,
    ],
    ["text before an import", `${head}Acme.\n\nimport A from "/a.mdx";\n`],
    ["text in code", `${head}\`\`\`ts\nconst a = { b: 1 }; // Acme\n\`\`\`\n`],
    ["a page with CRLF", `${head}One\n\nAcme\n`.replaceAll("\n", "\r\n")],
  ])("is true for %s", (_what, before) => {
    expect(changesOnlyWords(before, before.replaceAll("Acme", "New Nimbus"))).toBe(true);
  });

  it.each([
    ["a path", "Read [about it](/acme/one).\n"],
    ["a path with a section", "Read [about it](/acme/one#two-three), and *more*.\n"],
    ["a relative path", "One\n\n- [One](../acme/one.mdx)\n- [Two](./acme)\n"],
    ["an image", "One\n\n![A figure](/acme/a.png)\n"],
    ["a path and a label", "Read [about Acme](/acme/one), Acme.\n"],
    ["a path in a table", "One\n\n| One |\n| --- |\n| [x](/acme) |\n"],
    ["a path in an element", `${head}<Note>\n  See [x](/acme).\n</Note>\n`],
    ["a path on a page that defines labels", "See [the page][r-1] and [x](/acme).\n\n[r-1]: /x\n"],
  ])("is true for %s in a link", (_what, before) => {
    expect(changesOnlyWords(before, before.replaceAll("acme", "new-nimbus/x"))).toBe(true);
  });

  it.each([
    ["another site", "Read [x](/acme).\n", "Read [x](//nimbus).\n"],
    ["an address", "Read [x](/acme).\n", "Read [x](https://nimbus.example).\n"],
    ["a scheme", "Read [x](/acme).\n", "Read [x](vbscript:acme).\n"],
    ["a title", "Read [x](/acme).\n", 'Read [x](/nimbus "x").\n'],
    ["an expression", "Read [x](/acme).\n", "Read [x](/{acme}).\n"],
    ["a destination in brackets", "Read [x](/acme).\n", "Read [x](</acme>).\n"],
    ["another link", "Read [x](/acme).\n", "Read [x](/acme) [y](/nimbus).\n"],
    ["a link in code", "One\n\n```\n[x](/acme)\n```\n", "One\n\n```\n[x](/nimbus)\n```\n"],
    ["a link in an attribute", 'One\n\n<b a="[x](/acme)" />\n', 'One\n\n<b a="[x](/nimbus)" />\n'],
    ["a link in an expression", "One {`\n[x](/acme)\n`}\n", "One {`\n[x](/nimbus)\n`}\n"],
    ["a link in a statement", "export const a = [x](/acme)\n", "export const a = [x](/nimbus)\n"],
    ["a link in an address", "One [y](/a:[x](/acme) z)\n", "One [y](/a:[x](/nimbus) z)\n"],
    ["a link after an address", "One [y]:/a[x](/acme)\n", "One [y]:/a[x](/nimbus)\n"],
    ["a link in a field", "---\nlayout: '[x](/acme)'\n---\n", "---\nlayout: '[x](/nimbus)'\n---\n"],
    [
      "a link in a script",
      "One\n\n<script>\n[x](/acme)\n</script>\n",
      "One\n\n<script>\n[x](/nimbus)\n</script>\n",
    ],
    ["a link in a comment", 'One\n\n[//]: # "[x](/acme)"\n', 'One\n\n[//]: # "[x](/nimbus)"\n'],
    ["a host before code", "One [x](/acme)`a`\n`{x}`\n", "One [x](/_www.b)`a`\n`{x}`\n"],
    ["a link beside math", "One $a$ [x](/acme)\n", "One $a$ [x](/nimbus)\n"],
    ["a link beside a name", "One @a [x](/acme)\n", "One @a [x](/nimbus)\n"],
  ])("is false for a destination that becomes or is %s", (_what, before, after) => {
    expect(changesOnlyWords(before, after)).toBe(false);
    expect(changesOnlyWords(after, before)).toBe(false);
  });

  it.each([
    ["other marks", "One Acme.\n", "One Nimbus!\n"],
    ["a removed word", "One Acme.\n", "One .\n"],
    ["a new line", "One Acme.\n", "One Nimbus.\n\nTwo.\n"],
    ["a statement", "Acme x from 'y'\n", "import x from 'y'\n"],
    ["the mark of a list item", "a. One\n", "b. One\n"],
    ["a list item's number", "Acme. One\n", "1. One\n"],
    ["an import's path", "One\n\nimport A from '/acme'\n", "One\n\nimport A from '/nimbus'\n"],
    ["an imported name", "One\n\nimport Acme from '/a'\n", "One\n\nimport Nimbus from '/a'\n"],
    ...[
      "import A from '/a'\nx, acme",
      "x\nimport A from '/a'\n\nacme",
      "import {A, from '/a'\n\nacme",
      "import A from '/a\n\nacme",
      "import A, from '/a'\n\nacme",
      "import a from '/a'\n\nacme",
      "import A from '/a' with\n\nacme",
      "import '/a'; (\n\nacme",
      "import A from '/a'\n\nimport A from '/b'\n\nacme",
      "import { A, A } from '/a'\n\nacme",
      " import A from '/a'\n\nacme",
      "> import A from '/a'\n\nacme",
      "import A from 'data:a'\n\nacme",
      "import A from '/a'\nexport const a = [\n\nacme",
    ].map((text): [string, string, string] => {
      const page = `# One\n\n${text} b\n`;
      return ["text beside an unusual import", page, page.replace("acme", "nimbus")];
    }),
    ["a scheme", "[x](acme:alert)\n", "[x](javascript:alert)\n"],
    ["a scheme in a definition", "One [x]\n\n[x]:\nacme: alert\n", "One [x]\n\n[x]:\njavascript: alert\n"],
    ["a scheme on its own line", "[x](\nacme:alert)\n", "[x](\njavascript:alert)\n"],
    ["a destination", "[x](acme)\n", "[x](nimbus)\n"],
    [
      "a destination after an element with emoji",
      `# One\n\n<b title="${"\u{1f600}".repeat(7)}"/>\n\n[x](acme)\n\nAcme is one\n`,
      `# One\n\n<b title="${"\u{1f600}".repeat(7)}"/>\n\n[x](nimb)\n\nAcme is one\n`,
    ],
    ["a label of a definition", "See [acme].\n\n[nimbus]: /x\n", "See [nimbus].\n\n[nimbus]: /x\n"],
    [
      "a label over two lines",
      "See [one\nacme].\n\n[one nimbus]: /x\n",
      "See [one\nnimbus].\n\n[one nimbus]: /x\n",
    ],
    [
      "a label with a tag on its own line",
      "# One\n\n[p [a\n<b/>\nacme]\nq](/{x})\n\n[a <b/> new]: /x\n",
      "# One\n\n[p [a\n<b/>\nnew]\nq](/{x})\n\n[a <b/> new]: /x\n",
    ],
    [
      "a label in a quote",
      "# One\n\n> [p [a\n>\n> acme](/{x})\n\n[new]: /x\n",
      "# One\n\n> [p [a\n>\n> new](/{x})\n\n[new]: /x\n",
    ],
    [
      "a word far after an open bracket",
      `# One\n\n[${"x, y\n".repeat(700)} [a\nacme]\n](/{x})\n\n[a new]: /x\n`,
      `# One\n\n[${"x, y\n".repeat(700)} [a\nnew]\n](/{x})\n\n[a new]: /x\n`,
    ],
    ["the title of a definition", "One\n\n[x]:\n/y\n'acme'\n", "One\n\n[x]:\n/y\n'nimbus'\n"],
    [
      "a handler with parentheses",
      'One [x]\n\n<b onclick="](/acme)">x</b>\n',
      'One [x]\n\n<b onclick="](/new)">x</b>\n',
    ],
    ["an entity", "Say &acme;\n", "Say &colon;\n"],
    ["an element", "Say <acme>\n", "Say <script>\n"],
    ["a value", 'One\n\n<Card title="Acme" />\n', 'One\n\n<Card title="Nimbus" />\n'],
    ["an expression", "One {acme}\n", "One {nimbus}\n"],
    ["text in an expression", "One {`\n\nacme\n\n`}\n", "One {`\n\nnimbus\n\n`}\n"],
    [
      "text in a statement",
      "One\n\nexport const a = `\n\nacme\n\n`;\n",
      "One\n\nexport const a = `\n\nnimbus\n\n`;\n",
    ],
    ["a comment", "One <!-- acme -->\n", "One <!-- nimbus -->\n"],
    ["a comment as a definition", "One\n\n[//]: # (acme)\n", "One\n\n[//]: # (nimbus)\n"],
    ["a template", "One {% acme %}\n", "One {% include %}\n"],
    ["an attribute", "One {: acme='x' }\n", "One {: onclick='x' }\n"],
    ["a snippet", '--8<-- "acme"\n', '--8<-- "nimbus"\n'],
    ["a container", "One\n\n::: acme\n", "One\n\n::: nimbus\n"],
    ["a fence's language", "One\n\n```acme\nx\n```\n", "One\n\n```exec\nx\n```\n"],
    ["a live fence", "One\n\n```js live\nacme\n```\n", "One\n\n```js live\nnimbus\n```\n"],
    [
      "text in an element with code",
      "One\n\n<script>\nacme\n</script>\n",
      "One\n\n<script>\nnimbus\n</script>\n",
    ],
    ["a field", "---\nlayout: acme\n---\n", "---\nlayout: evil\n---\n"],
    ["a field without marks", "Acme: x\n", "Template: x\n"],
    ["a field's value without marks", "layout: acme\n", "layout: evil\n"],
    ["a handler", 'One\n\n<b onclick="acme(1)">x</b>\n', 'One\n\n<b onclick="nimbus(1)">x</b>\n'],
    ["an attribute's name", "One\n\n<b acme>x</b>\n", "One\n\n<b hidden>x</b>\n"],
    ["a snippet in code", '# One\n\n```\n--8<-- "acme"\n```\n', '# One\n\n```\n--8<-- "nimbus"\n```\n'],
    [
      "a list of snippets in code",
      "# One\n\n```\n-8<-\nacme\n-8<-\n```\n",
      "# One\n\n```\n-8<-\nnew\n-8<-\n```\n",
    ],
    [
      "an include in code",
      "# One\n\n```\n<!-- @include: acme -->\n```\n",
      "# One\n\n```\n<!-- @include: new -->\n```\n",
    ],
    ["a template in code", "# One\n\n```\n{{ acme }}\n```\n", "# One\n\n```\n{{ nimbus }}\n```\n"],
    ["a statement in code", '# One\n\n```\n{% acme "x" %}\n```\n', '# One\n\n```\n{% include "x" %}\n```\n'],
    ["an include in braces", "# One\n\n```\n{! acme !}\n```\n", "# One\n\n```\n{! nimbus !}\n```\n"],
    ["a block in code", "# One\n\n```\n/// acme | x\n```\n", "# One\n\n```\n/// html | x\n```\n"],
    ["the language of highlighted code", "# One\n\n```acme\nx\n```\n", "# One\n\n```mermaid\nx\n```\n"],
    [
      "a fence with an attribute that not all parsers know",
      '# One\n\n```js a="b"\n\n<b onclick="acme(1)">\n```\n',
      '# One\n\n```js a="b"\n\n<b onclick="new(1)">\n```\n',
    ],
    ["the title of a fence", '# One\n\n```js title="acme"\nx\n```\n', '# One\n\n```js title="new"\nx\n```\n'],
    ["a file of a fence", '# One\n\n```js file="acme"\nx\n```\n', '# One\n\n```js file="new"\nx\n```\n'],
    [
      "code after marks that do not close a fence",
      "# One\n\n```\nx\n```\u00a0\n\n```\n\nexport const a = acme\n\n```\n",
      "# One\n\n```\nx\n```\u00a0\n\n```\n\nexport const a = nimbus\n\n```\n",
    ],
    [
      "a fence in HTML after a line that is not blank",
      '# One\n\n<div>\n\u00a0\n```\n<b onclick="acme(1)">\n```\n</div>\n',
      '# One\n\n<div>\n\u00a0\n```\n<b onclick="new(1)">\n```\n</div>\n',
    ],
    [
      "code after a block of math",
      "# One\n\n$$\n\n```a\n$$\n\nexport const a = acme\n\n```\n",
      "# One\n\n$$\n\n```a\n$$\n\nexport const a = nimbus\n\n```\n",
    ],
    [
      "a label in a link's text",
      "# One\n\n[a [acme]\nb](/{x})\n\n[new]: /x\n",
      "# One\n\n[a [new]\nb](/{x})\n\n[new]: /x\n",
    ],
    [
      "a label before parentheses",
      "# One\n\n[a][acme](\n/{x})\n\n[new]: /x\n",
      "# One\n\n[a][new](\n/{x})\n\n[new]: /x\n",
    ],
    [
      "a definition's destination",
      "# One\n\n[a [b]\nc](/{x})\n\n[b]:\nacme new\n",
      "# One\n\n[a [b]\nc](/{x})\n\n[b]:\nacme\n",
    ],
    [
      "a destination that becomes valid",
      '# One\n\n[a](/x(y)-acme new\n"{x}")\n',
      '# One\n\n[a](/x(y)-acme\n"{x}")\n',
    ],
    [
      "a destination on its own line",
      '# One\n\n[a](\n(y)-acme new\n"{x}")\n',
      '# One\n\n[a](\n(y)-acme\n"{x}")\n',
    ],
    [
      "the path of an image that VitePress reads as a module",
      "# One\n\n![x](./acme.js)\n",
      "# One\n\n![x](./new.js)\n",
    ],
    ["words in the address of such an image", "# One\n\n![x](acme.js)\n", "# One\n\n![x](nimbus.js)\n"],
    ["such an image's address on its own line", "# One\n\n![x](\nacme.js)\n", "# One\n\n![x](\nnimbus.js)\n"],
    ["such an image that began earlier", "# One\n\n![x\n[y] z](/acme)\n", "# One\n\n![x\n[y] z](/nimbus)\n"],
    ["such an image beside code", "# One\n\n![x\n`[` z](/acme)\n", "# One\n\n![x\n`[` z](/nimbus)\n"],
    ["a very long line", `# One\n\n${"acme, ".repeat(1000)}\n`, `# One\n\n${"new, ".repeat(1000)}\n`],
    ["a host", "# One\n\nSee acme.x`\n{x}`\n", "# One\n\nSee www.x`\n{x}`\n"],
    ["an address", "# One\n\nSee https://x-acme new`\n{x}`\n", "# One\n\nSee https://x-acme`\n{x}`\n"],
    ["a shortcode", "One :x-acme: two\n", "One :x-nimbus: two\n"],
    ["a wiki link", "One ![[acme]] two\n", "One ![[nimbus]] two\n"],
    ["text after another end", "---\na: x\n+++\n<x>\n---\n\nacme\n", "---\na: x\n+++\n<x>\n---\n\nnew\n"],
    ["text after an early end", "---\na: x\n---b\n<x>\n---\n\nacme\n", "---\na: x\n---b\n<x>\n---\n\nnew\n"],
    ["a title beside other fields", "---\ntitle: acme\na: !b c\n---\n", "---\ntitle: new\na: !b c\n---\n"],
    [
      "code in a list",
      '- x\n\n  ```\n  x\n\n```\n<a b="\n```\nacme\n',
      '- x\n\n  ```\n  x\n\n```\n<a b="\n```\nnimbus\n',
    ],
  ])("is false for %s", (_what, before, after) => {
    expect(changesOnlyWords(before, after)).toBe(false);
  });

  it("is false whenever a framework might find other active parts", async () => {
    const line = fc.constantFrom(
      ...[
        "",
        "",
        "",
        "",
        "",
        "Acme words",
        "Acme words",
        "acme",
        "- acme",
        "> acme",
        "  acme",
        "1. acme",
        "acme. x",
      ],
      ...[
        "acme: x",
        "# Acme",
        "| acme |",
        "*acme*",
        "[acme](/x)",
        "[x](acme)",
        "[x](/acme)",
        "a [x y](./b/acme#c), ![z](/acme/)",
        "`[x](/acme)",
        "[a [x](/acme)",
        "[x]: /y (z [x](/acme)",
        '[x]: # "[x](/acme)"',
        "[x](",
        ")",
        "[acme]: /x",
        "[acme]",
        "![acme](acme.js)",
        "![x",
        "[y] z](/acme)",
        "x](acme.js)",
      ],
      ...[
        "<Note>",
        "</Note>",
        "<div>acme</div>",
        '<Card title="acme" />',
        "<img alt='acme' src=acme>",
        "<a b='",
        "'>",
      ],
      ...[
        "<!--",
        "-->",
        "<script>",
        "</script>",
        "<acme>",
        "{acme}",
        "{",
        "}",
        "{{ acme }}",
        "{% acme %}",
        "{`",
        "`}",
      ],
      ...[
        "```",
        "```js",
        "```js live",
        "~~~",
        "  ```",
        "- ```",
        "acme ```",
        ":::",
        "::: acme",
        "!!! acme",
        "--8<--",
      ],
      ...[
        "import acme from 'acme'",
        'import A from "/acme";',
        "import { A, B } from './b'",
        "import * as A from '@c/d'",
        "acme x from 'y'",
        "export const acme = [",
        "]",
        "acme:alert(1)",
        "---",
        "title: Acme",
      ],
      ...[
        "layout: acme",
        "&acme;",
        "`acme`",
        "`acme",
        "acme, acme",
        "[//]: # (acme)",
        "$acme$",
        "<<< acme",
        "{: acme=x }",
      ],
    );
    const start = fc.constantFrom("", head, head, "# One\n\n");
    const page = fc.array(line, { maxLength: 8 });
    const word = fc.constantFrom("nimbus", "New Nimbus", "import", "export", "script", "javascript", "onclick", "layout", "live", "include", "exec", "colon", "lt", "a", "1", "a/b-c", "x.y/_z_", "a-8", "_www.a"); // biome-ignore format: short
    const dialects = [...executedBy().keys()];
    let runs = 0;
    let skipped = 0;
    await fc.assert(
      fc.asyncProperty(
        start,
        page,
        word,
        fc.constantFrom(...dialects),
        fc.boolean(),
        async (first, lines, to, dialect, isMdx) => {
          runs++;
          const before = `${first}${lines.join("\n")}\n`;
          const after = before.replace(/acme/giu, to);
          if (before === after || !changesOnlyWords(before, after)) return;
          skipped++;
          const read = async (text: string) => {
            const parts = await partsOfText({
              path: isMdx ? "a.mdx" : "a.md",
              text,
              parseAs: "lenient",
              dialect,
            });
            return parts.map((part) => ({ ...part, line: 0 }));
          };
          expect(await read(after)).toEqual(await read(before));
        },
      ),
      { numRuns: 3000 },
    );
    // On a busy machine, the time limit allows fewer runs.
    expect(skipped).toBeGreaterThan(runs / 100 - 5);
  });
});
