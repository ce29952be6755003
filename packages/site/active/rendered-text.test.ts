import { describe, expect, it } from "vitest";
import { siteFrom } from "../test/support/site.ts";
import { activeParts } from "./active-parts.ts";
import { renderedText } from "./rendered-text.ts";

async function rendered(text: string, path = "a.mdx"): Promise<string> {
  const site = await siteFrom({ "docs.json": '{"navigation":{"pages":[]}}', [path]: text });
  return renderedText(text, site.document(path));
}

describe("renderedText", () => {
  it.each([
    ["a&#8203;b", "a\u200bb"],
    ["a&#x0200B;b", "a\u200bb"],
    ["a&#8203 b", "a\u200b b"],
    ["a&ZeroWidthSpace;b&shy;c&NoBreak;", "a\u200bb\u00adc\u2060"],
    ["a&amp;#8203;b", "a&#8203;b"],
    ['x {"a\\u200b\\u{e0041}"} y', 'x {"a\u200b\u{e0041}"} y'],
    ["x \\u200b y", "x \\u200b y"],
    ['---\ntitle: "a\\u200b\\U000e0041\\xad"\n---\n\nx', '---\ntitle: "a\u200b\u{e0041}\u00ad"\n---\n\nx'],
    [
      'Write `&#8203;` or\n\n```\n&zwj; {"\\u200b"}\n```\n',
      'Write `&#8203;` or\n\n```\n&zwj; {"\\u200b"}\n```\n',
    ],
  ])("renders %j as %j", async (text, shown) => {
    expect(await rendered(text)).toBe(shown);
  });

  it("resolves the escapes in a configuration file", () => {
    expect(renderedText('{"name": "a\\u200b\\udb40\\udc41"}', null)).toBe('{"name": "a\u200b\u{e0041}"}');
  });
});

describe("a hidden element", () => {
  const parts = async (tag: string) => {
    const site = await siteFrom({ "docs.json": '{"navigation":{"pages":[]}}', "a.md": `${tag}x</p>\n` });
    const page = site.document("a.md");
    return page === null ? [] : activeParts(page, site.dialect).filter(({ kind }) => kind === "hiding");
  };

  it.each([
    "color:#FFFFFF80",
    "color: rgb(255, 255, 255)",
    "color: rgba(0,0,0,0)",
    "color: rgb(0 0 0 / 0%)",
    "color: hsl(0 0% 100%)",
    "color: #0000",
    "font-size:1px",
    "font-size: 0.1em",
    "font-size:0",
    "transform: scale(0)",
  ])("is found with %s", async (style) => {
    expect(await parts(`<p style="${style}">`)).toHaveLength(1);
  });

  it.each([
    "color: rgb(0, 0, 0)",
    "color: #000000",
    "color: #f00",
    "color: rgba(0, 0, 0, 0.8)",
    "background-color: white",
    "font-size: 1.2em",
    "font-size: 0.8rem",
    "font-size: 12px",
    "font-size: inherit",
    "transform: scale(0.5)",
  ])("is not found with %s", async (style) => {
    expect(await parts(`<p style="${style}">`)).toEqual([]);
  });
});
