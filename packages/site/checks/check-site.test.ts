import { describe, expect, it } from "vitest";
import { createManualClock } from "../../../test/support/clock.ts";
import { createParserProcess, type MdxJudge } from "../index.ts";
import { type Files, siteFrom } from "../test/support/site.ts";
import type { MdxVerdict } from "./check.ts";
import { checkSite, checkTouched } from "./check-site.ts";

/** No page of these sites comes before the compiler: asking it is a failure. */
const nobody: MdxJudge = {
  judge: async (pages) => {
    if (pages.length > 0) throw new Error("the compiler was asked");
    return [];
  },
  spentMs: 0,
  close: async () => undefined,
};

const nav = (...pages: string[]) => JSON.stringify({ navigation: { pages } });
const base: Files = {
  "docs.json": JSON.stringify({
    navigation: { pages: ["index", "a", "b"] },
    redirects: [{ source: "/old", destination: "/a" }],
  }),
  "index.mdx":
    "---\ntitle: Home\n---\n\n[a](/a#setup) [b](b) [old](/old) ![logo](/logo.png) [broken](/nope) [x](/a#nope)\n",
  "a.mdx": "## Setup\n\n[home](/)\n",
  "b.mdx": "[self](#here)\n\n## Here\n",
  "logo.png": "png",
};

async function check(after: Files, before: Files = base, judge = nobody) {
  const o = { base: await siteFrom(before), judge };
  const site = await siteFrom(after);
  const report = await checkSite(site, o);
  // All that changed at once is all that there is to be found.
  const paths = new Set(Object.keys({ ...before, ...after }).filter((path) => before[path] !== after[path]));
  expect(await checkTouched(site, { ...o, paths })).toEqual(report.problems);
  return report.problems.map(({ rule, path, line }) => [rule, path, line]);
}

describe("checkSite", () => {
  it("finds nothing new where nothing changed, and leaves alone what was wrong", async () => {
    const site = await siteFrom(base);
    const report = await checkSite(site, { base: site, judge: nobody });
    expect(report.problems).toEqual([]);
    expect(report.rules.map(({ rule, found }) => [rule, found])).toEqual([
      ["config-valid", 0],
      ["navigation-files", 0],
      ["redirects", 0],
      ["pages-readable", 0],
      ["frontmatter-valid", 0],
      ["links-resolve", 0],
      ["anchors-resolve", 0],
      ["images-exist", 0],
      ["mdx-compiles", 0],
    ]);
  });

  it("counts what stood before as standing, also where its page changed", async () => {
    const after = { ...base, "index.mdx": `${String(base["index.mdx"])}\nMore words.\n` };
    const report = await checkSite(await siteFrom(after), {
      base: await siteFrom(base),
      judge: judgeAs(null),
    });
    expect([report.problems, report.standing]).toEqual([[], 2]);
  });

  it("knows a problem again when its line moves, and counts one more of the same", async () => {
    const text = String(base["index.mdx"]);
    const moved = { ...base, "index.mdx": text.replace("[a]", "\n\n[a]") };
    expect(await checkWith(judgeAs(null), moved)).toEqual([]);
    const twice = { ...base, "index.mdx": `${text}\n[again](/nope)\n` };
    expect(await checkWith(judgeAs(null), twice)).toEqual([["links-resolve", "index.mdx", 7]]);
  });

  it.each<[string, Files, unknown[]]>([
    [
      "a page goes that others link to",
      without("b.mdx", { "docs.json": nav("index", "a") }),
      [
        ["links-resolve", "index.mdx", 5],
        ["links-resolve", "index.mdx", 5],
      ],
    ],
    [
      "a section goes that another page links to",
      { ...base, "a.mdx": "## Other\n\n[home](/)\n" },
      [["anchors-resolve", "index.mdx", 5]],
    ],
    ["an image goes", without("logo.png"), [["images-exist", "index.mdx", 5]]],
    [
      "the navigation loses its file",
      without("b.mdx", { "index.mdx": "x" }),
      [["navigation-files", "docs.json", 1]],
    ],
    ["a page is in no navigation", { ...base, "c.mdx": "new" }, [["navigation-files", "c.mdx", null]]],
    ["a hidden page is not", { ...base, "c.mdx": "---\nhidden: true\n---\n" }, []],
    [
      "frontmatter breaks",
      { ...base, "a.mdx": "---\ntitle: [\n---\n\n## Setup\n\n[home](/)\n" },
      [["frontmatter-valid", "a.mdx", 3]],
    ],
    [
      "a title is no text",
      { ...base, "a.mdx": "---\ntitle:\n  a: b\n---\n\n## Setup\n\n[home](/)\n" },
      [["frontmatter-valid", "a.mdx", 2]],
    ],
    [
      "the configuration breaks",
      { ...base, "docs.json": "{" },
      [
        ["config-valid", "docs.json", 1],
        ["config-valid", "docs.json", 1],
        ["links-resolve", "index.mdx", 5],
      ],
    ],
    ["a redirect hides a page", redirected("/b", "/a"), [["redirects", "docs.json", 1]]],
    ["a redirect leads nowhere", redirected("/c", "/d"), [["redirects", "docs.json", 1]]],
    [
      "redirects run in a circle",
      redirected("/c", "/d", "/d", "/c"),
      [
        ["redirects", "docs.json", 1],
        ["redirects", "docs.json", 1],
      ],
    ],
    ["a redirect is there twice", redirected("/c", "/a", "/c", "/b"), [["redirects", "docs.json", 1]]],
    ["a pattern catches its own target", redirected("/c/*", "/c/x"), [["redirects", "docs.json", 1]]],
    [
      "a page becomes no UTF-8",
      { ...base, "b.mdx": Buffer.from([0xff]) },
      [["pages-readable", "b.mdx", null]],
    ],
  ])("says so where %s", async (_, after, expected) => {
    expect(await checkWith(judgeAs(null), after)).toEqual(expected);
  });

  it("says what to do", async () => {
    const after = { ...base, "a.mdx": "## Other\n\n[home](/)\n" };
    const report = await checkSite(await siteFrom(after), {
      base: await siteFrom(base),
      judge: judgeAs(null),
    });
    expect(report.problems[0]?.message).toBe(
      'The link to "/a#setup" asks for the section "setup", which a.mdx does not have. It has: #other. Correct the link or add the section.',
    );
  });

  it("sees addresses change with frontmatter, on pages that did not change", async () => {
    const before = { "docusaurus.config.js": "", "docs/a.md": "[b](/docs/b)\n", "docs/b.md": "x" };
    const after = { ...before, "docs/b.md": "---\nslug: c\n---\nx" };
    expect(await checkWith(judgeAs(null), after, before)).toEqual([["links-resolve", "docs/a.md", 1]]);
  });
});

describe("judging MDX", () => {
  it("is spared where only words change", async () => {
    const words = { ...base, "a.mdx": "## Setup\n\n[go home](/)\n" };
    expect(await check(words)).toEqual([]);
  });

  it.each([
    ["an expression", "## Setup\n\n[home](/) {x}\n"],
    ["a word that looks like a module", "## Setup\n\n[home](/)\n\nimport\n"],
    ["a component", "## Setup\n\n<Note>[home](/)</Note>\n"],
    ["a table", "## Setup\n\n[home](/)\n\n| a |\n| - |\n"],
  ])("is not spared for %s", async (_, text) => {
    const after = { ...base, "a.mdx": text };
    const judge = judgeAs((page) => (page === text ? { message: "no", line: 3 } : null));
    expect(await checkWith(judge, after)).toEqual([["mdx-compiles", "a.mdx", 3]]);
  });

  it("does not blame a change for what the base has as well", async () => {
    const asked: string[] = [];
    const always = judgeAs({ message: "no", line: 1 }, asked);
    const before = { ...base, "a.mdx": "## Setup\n\n{1 2} [home](/)\n" };
    const after = { ...base, "a.mdx": "## Setup\n\n{1 2} [home](/) more\n" };
    const report = await checkSite(await siteFrom(after), { base: await siteFrom(before), judge: always });
    expect([report.problems, report.standing, report.judged.pages]).toEqual([[], 1, 2]);
    expect(asked).toEqual([after["a.mdx"], before["a.mdx"]]);
  });

  it("asks nobody about Markdown", async () => {
    const before = { "a.md": "x\n" };
    expect(await check({ "a.md": "<b> {x}\n" }, before)).toEqual([]);
  });

  it("ends when the parser is closed", async () => {
    const parser = createParserProcess({ clock: createManualClock(0) });
    await parser.close();
    expect(await parser.judge([{ text: "x", dialect: "common" }])).toHaveLength(1);
  });
});

function judgeAs(verdict: MdxVerdict | ((text: string) => MdxVerdict), asked: string[] = []): MdxJudge {
  return {
    judge: async (pages) =>
      pages.map(({ text }) => {
        asked.push(text);
        return typeof verdict === "function" ? verdict(text) : verdict;
      }),
    spentMs: 0,
    close: async () => undefined,
  };
}

const checkWith = (judge: MdxJudge, after: Files, before: Files = base) => check(after, before, judge);

function without(path: string, more: Files = {}): Files {
  const { [path]: _, ...rest } = base;
  return { ...rest, ...more };
}

function redirected(...pairs: string[]): Files {
  const redirects = [{ source: "/old", destination: "/a" }];
  for (let i = 0; i < pairs.length; i += 2)
    redirects.push({ source: pairs[i] ?? "", destination: pairs[i + 1] ?? "" });
  return { ...base, "docs.json": JSON.stringify({ navigation: { pages: ["index", "a", "b"] }, redirects }) };
}
