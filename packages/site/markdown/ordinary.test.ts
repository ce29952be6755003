import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../../../test/support/cpu-time.ts";
import { limits } from "../limits.ts";
import { dialects } from "./dialect.ts";
import { isOrdinary } from "./ordinary.ts";
import { parsePage } from "./parse-page.ts";

const ordinary = (text: string) => isOrdinary(Buffer.from(text));

/** Constructs that make a parser recurse, each as the opening and closing part of one level. */
const nesting: [string, string][] = [
  ["(", ")"],
  ["[", "]"],
  ["{a:", "}"],
  ["!", ""],
  ["- ", ""],
  ["typeof ", ""],
  ["a=>", ""],
  ["a?a:", ""],
  ["a=", ""],
  ["`\u0024{", "}`"],
  ["<a>", "</a>"],
  ["f(", ")"],
  ["function(){return ", "}"],
  ["class extends ", "{}"],
];

describe("isOrdinary", () => {
  it("accepts typical pages, including long ones", () => {
    const paragraph =
      'See [the guide](/guides/x) and `code`, then <Card href="/y">go on</Card>. It ends here.\n\n';
    expect(ordinary(paragraph.repeat(150).slice(0, 14_000))).toBe(true);
    expect(ordinary("")).toBe(true);
  });

  it("rejects text that is too long or may nest deeply", () => {
    expect(ordinary("a".repeat(limits.parseHereBytesMax + 1))).toBe(false);
    for (const mark of ["(", "{", "[", "<", ">", "`", "- ", "1. ", "* ", "!", "a=>"]) {
      expect(ordinary(mark.repeat(5000))).toBe(false);
    }
  });

  it.each(nesting)("rejects text in which %j would overflow the parser's stack", (open, close) => {
    // The parser must finish for the deepest nesting that still counts as ordinary, whether it accepts the text or not.
    let depth = 1;
    const text = (levels: number) => `{${open.repeat(levels)}1${close.repeat(levels)}}\n`;
    while (ordinary(text(depth * 2)) && depth < 20_000) depth *= 2;
    while (ordinary(text(depth + 50)) && depth < 20_000) depth += 50;
    expect(parsePage(text(depth), "mdx", dialects.mintlify).text).toHaveLength(text(depth).length);
  });

  it("rejects text that takes a long time to parse", () => {
    for (const mark of ["> ", "- ", "{/*", "<a ", "[a](", "*a **b ", "_a", "&#0;\n"]) {
      let count = 10;
      while (ordinary(mark.repeat(count + 50)) && count < 10_000) count += 50;
      expect(
        cpuMsOf(() => parsePage(mark.repeat(count), "mdx", dialects.mintlify)),
        mark,
      ).toBeLessThan(500);
    }
  });
});
