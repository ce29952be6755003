import { expect, test } from "vitest";
import { type Files, siteFrom, sourceFrom } from "../test/support/site.ts";
import { findReadiness } from "./find-readiness.ts";

const mintlify = (pages: readonly string[], redirects: readonly object[] = []) =>
  JSON.stringify({
    $schema: "https://mintlify.com/docs.json",
    name: "Acme",
    navigation: { pages },
    redirects,
  });

/** The findings on the page `page`, beside a page `other`. */
async function findOn(text: string, files: Files = {}, name = "page.mdx") {
  const all = {
    "docs.json": mintlify(["page", "other"]),
    "other.mdx": "# Other\n\nText.\n",
    [name]: text,
    ...files,
  };
  const found = await findReadiness(await siteFrom(all), sourceFrom(all));
  return found.filter(({ path }) => path === name);
}

const block = (info: string, code: string) => `\`\`\`${info}\n${code}\n\`\`\`\n\n`;
const tab = (title: string, text: string) => `<Tab title="${title}">\n\n${text}\n\n</Tab>\n`;
const icon = `data:image/png;base64,${"iVBORw0KGgo".repeat(300)}`;

const cases: readonly [
  rule: string,
  what: string,
  text: string,
  count: number | null,
  line: number | null,
][] = [
  ["headings-in-order", "a skipped level", "# A\n\n## B\n\n#### C\n\n## D\n\n#### E\n", 2, 5],
  ["headings-in-order", "levels in order, and back", "# A\n\n## B\n\n### C\n\n## D\n", null, null],
  ["headings-in-order", "a page that begins at the third level", "### A\n\n### B\n", null, null],
  ["headings-in-order", "a heading in a callout", "## A\n\n> #### Note\n\nText.\n", null, null],
  ["code-languages", "three commands", block("", "npm install acme").repeat(3), 3, 1],
  ["code-languages", "two commands", block("", "npm install acme").repeat(2), null, null],
  ["code-languages", "blocks with a language", block("bash", "npm install acme").repeat(3), null, null],
  ["code-languages", "output in words", block("", "3 files were read\nDone").repeat(4), null, null],
  ["code-languages", "file trees", block("", "src\n├── a.ts\n└── b.ts").repeat(4), null, null],
  ["code-languages", "inline code", "Use `npm install`.\n".repeat(4), null, null],
  ["code-closed", "an unclosed block", "Text.\n\n```js\nlet a = 1;\n", 1, 3],
  ["code-closed", "a closed block", block("js", "let a = 1;"), null, null],
  [
    "link-text",
    "texts that say nothing",
    "See [here](/other), [**this link**](/other) or [Click here.](/other)\n",
    3,
    1,
  ],
  [
    "link-text",
    "texts that say something",
    "See [the other page](/other), or [learn more](/other).\n",
    null,
    null,
  ],
  ["link-text", "code", "`[here](/other)`\n", null, null],
  ["link-text", "sections of the page", "See [here](#setup)\n\n## Setup\n", null, null],
  ["link-text", "the name of a thing", "Each item has a [link](/other)\n", null, null],
  ["broken-links", "a file of the theme", "[Icon](img/favicon.ico)\n", null, null],
  [
    "broken-links",
    "a component with the base path",
    '<Card title="Other" href="/docs/other" />\n',
    null,
    null,
  ],
  ["broken-links", "a Markdown link with another folder", "[Other](/docs/other)\n", 1, 1],
  ["page-size", "100,001 characters", `${"word word\n".repeat(10_000)}.`, 100_001, null],
  ["page-size", "100,000 characters", "word word\n".repeat(10_000), null, null],
  ["embedded-data", "an image as text", `A.\n\n![Icon](${icon})\n`, 3308, 3],
  ["embedded-data", "a small icon", "![Icon](data:image/png;base64,iVBORw0KGgo=)\n", null, null],
  ["no-text", "a component only", '---\ntitle: A\n---\n\n<Playground id="x" />\n', 1, null],
  ["no-text", "a component with an expression", "<Playground options={{ depth: 1 }} />\n", null, null],
  [
    "no-text",
    "a component from the repository",
    'import List from "/snippets/list.mdx";\n\n<List />\n',
    null,
    null,
  ],
  [
    "no-text",
    "cards with titles",
    '<Card title="Install the command line" href="/other">Install it with npm first.</Card>\n',
    null,
    null,
  ],
  ["no-text", "an API description", "---\nopenapi: GET /users\n---\n\n<Playground />\n", null, null],
  ["no-text", "an empty page", "---\ntitle: A\n---\n", null, null],
  [
    "client-redirect",
    "a page that redirects browsers",
    '<meta http-equiv="refresh" content="0; url=/other" />\n',
    1,
    null,
  ],
  ["client-redirect", "a component that redirects", '<Redirect to="/other" />\n', 1, null],
  [
    "client-redirect",
    "an example",
    block("html", '<meta http-equiv="refresh" content="0; url=/other" />'),
    null,
    null,
  ],
  ["broken-links", "a link without a page", "[A](/none) and [B](/other)\n", 1, 1],
  ["broken-links", "links that lead to pages", "[B](/other), [C](https://acme.example)\n", null, null],
  [
    "tab-headings",
    "the same headings in two tabs",
    `<Tabs>\n${tab("A", "## Install\n\n## Use")}${tab("B", "## Install\n\n## Use")}</Tabs>\n`,
    2,
    11,
  ],
  [
    "tab-headings",
    "the same heading several times in one tab",
    `<Tabs>\n${tab("A", "## A\n\n## A\n\n## A")}${tab("B", "C")}</Tabs>\n`,
    null,
    null,
  ],
  [
    "tab-headings",
    "headings with the tab's name",
    `<Tabs>\n${tab("A", "## Install A\n\n## Use A")}${tab("B", "## Install B\n\n## Use B")}</Tabs>\n`,
    null,
    null,
  ],
  [
    "tab-headings",
    "the same headings in two groups",
    `<Tabs>\n${tab("A", "## A\n\n## B")}${tab("B", "C")}</Tabs>\n\n<Tabs>\n${tab("A", "## A\n\n## B")}${tab("B", "C")}</Tabs>\n`,
    null,
    null,
  ],
];

test.each(cases)("readiness: %s, %s", async (rule, _what, text, count, line) => {
  const found = (await findOn(text)).filter((own) => own.rule === rule);
  expect(found.map((own) => [own.count, own.line])).toEqual(count === null ? [] : [[count, line]]);
});

test("readiness: links to redirected addresses are found, and the built-in editor replaces them if they are alike", async () => {
  const config = mintlify(["page", "other"], [{ source: "/old", destination: "/other" }]);
  const [found, ...more] = await findOn("[A](/old) and [B](/old)\n", { "docs.json": config });
  expect(more).toEqual([]);
  expect(found).toMatchObject({ rule: "redirected-links", count: 2, needsModel: false, url: "/page" });
  expect(found?.instruction).toBe("Replace links to /old with links to /other on the page /page");
  const section = mintlify(["page", "other"], [{ source: "/old", destination: "/other#a" }]);
  expect(await findOn("[A](/old)\n", { "docs.json": section })).toMatchObject([{ needsModel: true }]);
  const redirects = ["/thing", "/v2.0/old"].map((source) => ({ source, destination: "/v2.0/other" }));
  const versioned = {
    "docs.json": mintlify(["page", "v2.0/other"], redirects),
    "v2.0/other.mdx": "# Other\n\nText.\n",
  };
  expect(await findOn("[A](/thing)\n", versioned)).toEqual([]);
  expect(await findOn("[A](/v2.0/old)\n", versioned)).toMatchObject([{ rule: "redirected-links" }]);
  const alias = mintlify(["page", "other"], [{ source: "/latest", destination: "/other" }]);
  expect(await findOn("[A](/latest)\n", { "docs.json": alias })).toEqual([]);
  const [other] = await findOn("[A](/old) and [B](/old#a)\n", { "docs.json": config });
  expect(other).toMatchObject({ rule: "redirected-links", count: 2, needsModel: true });
});

test("readiness: the built-in editor fixes broken links only if it is certain of all of them", async () => {
  const files = { "guides/setup.mdx": "# Setup\n\nText.\n" };
  const [certain] = await findOn("[Setup](/guide/setup)\n", files);
  expect(certain).toMatchObject({ rule: "broken-links", needsModel: false });
  expect(certain?.instruction).toBe("Fix the broken links on the page /page");
  const [uncertain] = await findOn("[Setup](/guide/setup), [B](/nowhere)\n", files);
  expect(uncertain).toMatchObject({ rule: "broken-links", count: 2, needsModel: true });
});

test("readiness: a link to a folder with pages isn't broken, because Mintlify shows one of them", async () => {
  const files = { "guides/setup.mdx": "# Setup\n\nText.\n" };
  expect(await findOn("[Guides](/guides/) and [A](/guide)\n", files)).toMatchObject([
    { rule: "broken-links", count: 1 },
  ]);
});

test("readiness: a page that only redirects is replaced by a redirect if its target is a page", async () => {
  const redirect = (to: string) => `<meta http-equiv="refresh" content="0; url=${to}" />\n`;
  expect((await findOn(redirect("/other")))[0]).toMatchObject({
    ...{ needsModel: false, instruction: "Delete the page /page and redirect it to /other" },
  });
  expect((await findOn(redirect("https://acme.example")))[0]).toMatchObject({ instruction: null });
});

test("readiness: a block that only some renderers close isn't reported", async () => {
  const check = async (text: string) => {
    const files = { "mkdocs.yml": "site_name: Acme\n", "docs/page.md": text };
    const found = await findReadiness(await siteFrom(files), sourceFrom(files));
    return found.flatMap(({ rule, line }) => (rule === "code-closed" ? [line] : []));
  };
  const list = "  2.  A:\n      b\n\n    ```\n    e\n    ```\n\n    - F\n";
  expect(await check(list)).toEqual([]);
  expect(await check(`${list}\nText\n\n\`\`\`\ng\n`)).toHaveLength(1);
});

test("readiness: pages of frozen versions are left out", async () => {
  const files = {
    "docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };",
    "docs/page.md": "See [here](other.md).\n",
    "docs/other.md": "# Other\n",
    "versions.json": '["1.0"]',
    "versioned_docs/version-1.0/page.md": "See [here](other.md).\n",
    "versioned_docs/version-1.0/other.md": "# Other\n",
  };
  const found = await findReadiness(await siteFrom(files), sourceFrom(files));
  const onPages = found.filter(({ url }) => url !== null);
  expect(onPages.map(({ rule, path }) => [rule, path])).toEqual([["link-text", "docs/page.md"]]);
});

test.each([
  ["tags that don't end", "<a {".repeat(100_000)],
  ["tags with long attributes", `<a x="${"b".repeat(1990)}`.repeat(200)],
  ["headings", "#### a\n# b\n".repeat(4000)],
  ["links", "[here](/x)\n".repeat(9000)],
  ["blocks of code", block("", "let a = (((((((((((((((((((((".repeat(6)).repeat(3000)],
  ["markers of data", ";base64,".repeat(200_000)],
])("readiness: hostile pages with many %s take time in proportion to their length", async (_what, text) => {
  /** The least of three times, so that other work on the machine hardly matters. */
  const timeOf = async (own: string) => {
    const files = { "docs/page.md": own };
    const site = await siteFrom(files);
    const times: number[] = [];
    for (let i = 0; i < 3; i++) {
      const started = performance.now();
      await findReadiness(site, sourceFrom(files));
      times.push(performance.now() - started);
    }
    return Math.min(...times);
  };
  const [half, whole] = [await timeOf(text.slice(0, text.length / 2)), await timeOf(text)];
  expect(whole).toBeLessThan(8 * half + 50);
});
