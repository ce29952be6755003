import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { parse } from "yaml";
import { findFrontmatter, readFrontmatter, readSimpleYaml } from "./frontmatter.ts";

function read(text: string) {
  const found = findFrontmatter(text);
  return found === null ? null : readFrontmatter(text, found);
}

describe("findFrontmatter", () => {
  it.each([
    ["---\ntitle: A\n---\nx", "---\ntitle: A\n---", "title: A\n"],
    ["\ufeff---\r\ntitle: A\r\n---\r\n\r\nx", "---\r\ntitle: A\r\n---", "title: A\r\n"],
    ["--- \t\n---", "--- \t\n---", ""],
    ["+++\na = 1\n+++\n", "+++\na = 1\n+++", "a = 1\n"],
  ])("finds the block in %j", (text, block, content) => {
    const found = findFrontmatter(text);
    expect(found === null ? null : text.slice(found.block.start, found.block.end)).toBe(block);
    expect(found === null ? null : text.slice(found.content.start, found.content.end)).toBe(content);
  });

  it.each([
    "",
    "x\n---\na: b\n---\n",
    "---\na: b\n",
    "----\na: b\n----\n",
    "--- x\na: b\n---\n",
    " ---\na: b\n---\n",
  ])("finds no block in %j", (text) => expect(findFrontmatter(text)).toBeNull());
});

describe("readFrontmatter", () => {
  it("reads values of every kind", () => {
    const data = read('---\ntitle: "A: b"\nn: 3\non: true\nlist: [a, b]\ndeep:\n  x: 1\n---\n')?.data;
    expect(Object.fromEntries(data ?? [])).toEqual({
      title: "A: b",
      n: 3,
      on: true,
      list: ["a", "b"],
      deep: { x: 1 },
    });
  });

  it("reports invalid YAML, with the line in the page", () => {
    const found = read("---\ntitle: A\nbad: [a\n---\n");
    expect(found?.data.size).toBe(0);
    expect(found?.problems[0]?.message).toContain("not valid YAML");
    expect(found?.problems[0]?.line).toBeGreaterThan(1);
  });

  it("reports YAML that is not a mapping", () => {
    expect(read("---\n- a\n- b\n---\n")?.problems[0]?.message).toContain("key: value");
  });

  it("treats keys such as __proto__ like any other key", () => {
    const data = read("---\n__proto__: x\nconstructor: [y]\n---\n")?.data;
    expect(data?.get("__proto__")).toBe("x");
    expect(data?.get("constructor")).toEqual(["y"]);
    expect(({} as Record<string, unknown>).x).toBeUndefined();
  });

  it("rejects alias bombs and overlong frontmatter", () => {
    const bomb = ["a: &a [x,x,x,x,x,x,x,x]"];
    for (let i = 0; i < 9; i++)
      bomb.push(
        `b${i}: &b${i} [${Array(8)
          .fill(i === 0 ? "*a" : `*b${i - 1}`)
          .join(",")}]`,
      );
    expect(read(`---\n${bomb.join("\n")}\n---\n`)?.problems).toHaveLength(1);
    expect(read(`---\na: ${"x".repeat(70_000)}\n---\n`)?.problems[0]?.message).toContain("longer than");
  });
});

describe("readSimpleYaml", () => {
  it("agrees with the YAML library unless it returns null", () => {
    const word = fc.constantFrom(
      "a",
      "title",
      "Hello world",
      "it's",
      "x: y",
      "a #b",
      "a#b",
      "true",
      "False",
      "null",
      "~",
      "12",
      "012",
      "1e3",
      "-0",
      "0x1f",
      ".5",
      "yes",
      "2024-01-01",
      "[a]",
      "{a}",
      "*a",
      "&a",
      "!t",
      "|",
      ">",
      "- a",
      "?",
      "%",
      "@",
      "`",
      '"q"',
      "'q'",
      "'it''s'",
      '"a\\n"',
      "日本",
      "é: ",
      "a:",
      "a: ",
      "<b>",
      "😀 x",
      "  lead",
      "trail  ",
      "a\tb",
      "y",
      "No",
    );
    const line = fc
      .tuple(word, fc.constantFrom(": ", ":", ":  ", ":\t", " : "), word)
      .map((parts) => parts.join(""));
    const content = fc
      .array(fc.oneof(line, word), { maxLength: 4 })
      .map((lines) => lines.map((l) => `${l}\n`).join(""));
    fc.assert(
      fc.property(content, (text) => {
        const simple = readSimpleYaml(text);
        if (simple === null || simple.size === 0) return;
        expect(Object.fromEntries(simple)).toEqual(parse(text, { logLevel: "silent" }));
      }),
      { numRuns: 5000 },
    );
  });

  it("reads ordinary frontmatter without the library", () => {
    expect(
      readSimpleYaml(
        'title: "Quick start"\ndescription: How to begin, in five minutes.\nicon: rocket\norder: 3\n',
      ),
    ).toEqual(
      new Map<string, unknown>([
        ["title", "Quick start"],
        ["description", "How to begin, in five minutes."],
        ["icon", "rocket"],
        ["order", 3],
      ]),
    );
  });
});
