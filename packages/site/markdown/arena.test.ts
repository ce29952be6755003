import { createMdxMdastHandle, dropHandle, MdastReader, serializeHandle } from "satteri";
import { describe, expect, it } from "vitest";
import { node, parseArena } from "./arena.ts";

const text = `# 日本 *x* 😀

import A from "/a.mdx"

> quoted [l](/x "t")\r
> more

<Card href="/y">
  hi <b id="k">in</b> {1 + 1}
</Card>

| a | b |
|---|---|
| [p](q) | \`c\` |

[ref]: /z
`;

describe("an arena", () => {
  it.each([
    ["text in many scripts", text],
    ["ASCII, with and without escapes", text.replace(/[^\0-\x7f]/g, "~").replace("/x", "/a\\)&amp;b")],
  ])("reads the same node fields as satteri's own reader: %s", (_, text) => {
    const arena = parseArena(text, "mdx", { math: false });
    const handle = createMdxMdastHandle(text, { frontmatter: false }, true);
    const reader = new MdastReader(serializeHandle(handle));
    expect(arena.count).toBe(reader.nodeCount);
    for (let id = 0; id < arena.count; id++) {
      const { type, position, parent } = reader.getNode(id);
      expect([arena.type(id), arena.parent(id)]).toEqual([type, parent]);
      const place = [position?.start.offset, position?.end.offset, position?.start.line];
      expect([arena.start(id), arena.end(id), arena.line(id)]).toEqual(place);
      if (type === node.heading) expect(arena.depth(id)).toBe(1);
      const strings: number[] = [node.text, node.inlineCode, node.link, node.definition, node.esm];
      if (strings.includes(type)) expect(arena.string(id)).toBe(reader.fieldString(id, 0));
    }
    dropHandle(handle);
  });

  it("uses the same number as satteri for each node type", () => {
    const names = {
      heading: "Heading",
      html: "Html",
      code: "Code",
      definition: "Definition",
      text: "Text",
      inlineCode: "InlineCode",
      link: "Link",
      image: "Image",
      math: "Math",
      inlineMath: "InlineMath",
      flowJsx: "MdxJsxFlowElement",
      textJsx: "MdxJsxTextElement",
      flowExpression: "MdxFlowExpression",
      textExpression: "MdxTextExpression",
      esm: "MdxjsEsm",
    } satisfies Record<keyof typeof node, string>;
    const sources = [text, "$a$\n\n$$\nb\n$$\n\n{x}\n\n{\n1\n}\n\n```\ncode\n```\n\n![i](j)\n", "<p>\n"];
    const seen = new Map<number, string>();
    for (const [index, source] of sources.entries()) {
      const handle = createMdxMdastHandle(index === 2 ? "" : source, { math: true }, true);
      const reader = new MdastReader(serializeHandle(handle));
      for (let id = 0; id < reader.nodeCount; id++)
        seen.set(reader.getNodeType(id), reader.getNode(id).typeName);
      dropHandle(handle);
    }
    for (const [key, name] of Object.entries(names)) {
      if (key !== "html") expect(seen.get(node[key as keyof typeof node])).toBe(name);
    }
    const html = parseArena("<p>\n", "md", { math: false });
    expect(html.type(1)).toBe(node.html);
  });
});
