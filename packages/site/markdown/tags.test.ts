import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { cpuMsOf } from "../../../test/support/cpu-time.ts";
import { readTag, walkHtml } from "./tags.ts";

function attributes(text: string) {
  return readTag(text, 0, text.length)?.attributes.map(({ name, quote, start, end }) => [
    name,
    quote,
    text.slice(start, end),
  ]);
}

describe("readTag", () => {
  it.each([
    [
      "<a href=\"/x\" id='k'>",
      [
        ["href", '"', "/x"],
        ["id", "'", "k"],
      ],
    ],
    [
      "<img src=x.png alt>",
      [
        ["src", "", "x.png"],
        ["alt", null, ""],
      ],
    ],
    [
      '<Card\n  href = "/x"\n  to={`/y`} {...rest} on\n/>',
      [
        ["href", '"', "/x"],
        ["to", "{", "`/y`"],
        ["on", null, ""],
      ],
    ],
    [
      '<A x={ {a: "}"} } y="1"/>',
      [
        ["x", "{", ' {a: "}"} '],
        ["y", '"', "1"],
      ],
    ],
    ['<Tabs.Item x:y="1">', [["x:y", '"', "1"]]],
    ["<>", []],
  ])("reads the attributes of %j", (text, expected) => expect(attributes(text)).toEqual(expected));

  it.each(["<", "< a>", "<1>", '<a href="x', "<a", "<a x={", "a"])("finds no tag in %j", (text) => {
    expect(readTag(text, 0, text.length)).toBeNull();
  });

  it("never reads beyond its limit", () => {
    expect(readTag('<a href="x">', 0, 8)).toBeNull();
  });
});

describe("walkHtml", () => {
  it.each(["<a {", "<a b={", "<a b={`", "<a {/*"])("reads 40,000 characters of %j in linear time", (open) => {
    const cpuMs = (chars: number) => {
      const text = open.repeat(chars / open.length);
      const read = () => walkHtml(text, 0, text.length, { tag: () => undefined, text: () => undefined });
      return Math.min(cpuMsOf(read), cpuMsOf(read), cpuMsOf(read));
    };
    expect(cpuMs(40_000)).toBeLessThan(Math.max(20, 6 * cpuMs(10_000)));
  });

  it("reads a tag after one that is not closed", () => {
    const text = `${"<a x={1}>".repeat(100)}<a {<b>`;
    const names: string[] = [];
    walkHtml(text, 0, text.length, { tag: ({ name }) => names.push(name), text: () => undefined });
    expect(names.filter((name) => name === "a")).toHaveLength(100);
    expect(names.at(-1)).toBe("b");
  });

  const walk = (text: string) => {
    const tags: string[] = [];
    const words: string[] = [];
    walkHtml(text, 0, text.length, {
      tag: (tag) => tags.push((tag.closing ? "/" : "") + tag.name),
      text: (start, end) => words.push(text.slice(start, end)),
    });
    return { tags, words };
  };

  it("distinguishes words from tags, comments and raw elements", () => {
    expect(walk('<p>a <!-- <b>no</b> --> b<code>x</code> c <script>if (a<b) "</p>"</script>d</p>')).toEqual({
      tags: ["p", "code", "/code", "script", "/script", "/p"],
      words: ["a ", " b", " c ", "d"],
    });
  });

  it("finishes for any text, and visits each character at most once", () => {
    const piece = fc.constantFrom(
      "<",
      ">",
      "</",
      "/>",
      "a",
      " ",
      "=",
      '"',
      "'",
      "{",
      "}",
      "<!--",
      "-->",
      "<script>",
      "</script>",
      "\n",
      "b='c'",
    );
    fc.assert(
      fc.property(fc.array(piece, { maxLength: 60 }), (pieces) => {
        const text = pieces.join("");
        let last = 0;
        walkHtml(text, 0, text.length, {
          tag: (tag) => expect(tag.end).toBeLessThanOrEqual(text.length),
          text: (start, end) => {
            expect(start).toBeGreaterThanOrEqual(last);
            expect(end).toBeGreaterThan(start);
            last = end;
          },
        });
      }),
      { numRuns: 2000 },
    );
  });
});
