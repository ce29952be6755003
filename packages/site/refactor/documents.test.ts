import { describe, expect, test } from "vitest";
import { siteFrom } from "../test/support/site.ts";
import { documentsIn, leftOutNotes } from "./documents.ts";
import { RefactorError } from "./report.ts";

const page = "# Page\n";
const pages = (...paths: string[]) => Object.fromEntries(paths.map((path) => [path, page]));

describe("documentsIn", () => {
  const folders = [
    { index: "guides/index.mdx", entry: "guides" },
    { index: "guides/README.mdx", entry: "guides/" },
    { index: "guides.mdx", entry: "guides" },
    { index: "guides/index.mdx", entry: "/guides" },
  ];
  for (const { index, entry } of folders) {
    test(`treats ${entry} as the whole folder even if ${index} exists`, async () => {
      const site = await siteFrom({
        "docs.json": JSON.stringify({ navigation: { pages: ["a"] } }),
        ...pages("a.mdx", index, "guides/b.mdx", "guides/deep/c.mdx"),
      });
      const expected = index.includes("/") ? [index] : [];
      const found = documentsIn(site, [entry]).map(({ path }) => path);
      expect(found.sort()).toEqual([...expected, "guides/b.mdx", "guides/deep/c.mdx"].sort());
    });
  }

  test("treats a file's own path as the file, and a page's address as the page", async () => {
    const site = await siteFrom({
      "docs.json": JSON.stringify({ navigation: { pages: ["a"] } }),
      ...pages("a.mdx", "guides.mdx", "guides/b.mdx"),
    });
    expect(documentsIn(site, ["guides.mdx"]).map(({ path }) => path)).toEqual(["guides.mdx"]);
    expect(documentsIn(site, ["/guides/b"]).map(({ path }) => path)).toEqual(["guides/b.mdx"]);
  });

  test("excludes documents that match an entry that starts with an exclamation mark", async () => {
    const site = await siteFrom({
      "docs.json": JSON.stringify({ navigation: { pages: ["a"] } }),
      ...pages("a.mdx", "guides/b.mdx", "guides/old/c.mdx"),
    });
    const pathsIn = (scope: string[]) => documentsIn(site, scope).map(({ path }) => path);
    expect(pathsIn(["!guides/"])).toEqual(["a.mdx"]);
    expect(pathsIn(["guides", "!guides/old"])).toEqual(["guides/b.mdx"]);
    expect(() => pathsIn(["!lost"])).toThrow("No pages match lost.");
  });

  test("throws a not_found error if an entry matches nothing", async () => {
    const site = await siteFrom(pages("a.md"));
    expect(() => documentsIn(site, ["lost/"])).toThrow(RefactorError);
    expect(() => documentsIn(site, ["lost/"])).toThrow(expect.objectContaining({ reason: "not_found" }));
  });

  const versioned = {
    "site/docusaurus.config.js": "module.exports = { presets: [['classic', { docs: {} }]] };\n",
    "site/versions.json": '["1.0"]',
    ...pages("site/docs/a.md", "site/versioned_docs/version-1.0/a.md"),
  };
  test("excludes old versions, and reports them", async () => {
    const site = await siteFrom(versioned);
    for (const scope of [null, ["site"], ["site/docs"]])
      expect(documentsIn(site, scope).map(({ path }) => path)).toEqual(["site/docs/a.md"]);
    expect(leftOutNotes(site, null).map(({ message }) => message)).toEqual([
      "Other versions of the docs were left unchanged: 1.0. To change one, specify its folder.",
    ]);
    expect(leftOutNotes(site, ["site/docs"])).toEqual([]);
  });

  test("includes an old version that the scope lists", async () => {
    const site = await siteFrom(versioned);
    const scope = ["site/versioned_docs/version-1.0"];
    expect(documentsIn(site, scope).map(({ path }) => path)).toEqual([
      "site/versioned_docs/version-1.0/a.md",
    ]);
    expect(leftOutNotes(site, scope)).toEqual([]);
  });
});
