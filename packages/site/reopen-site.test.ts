import fc from "fast-check";
import { describe, expect, it } from "vitest";
import { createPageCache, type OpenSite, openSite, reopenSite, type Site } from "./index.ts";
import { siteFrom, sourceFrom } from "./test/support/site.ts";

type Files = Readonly<Record<string, string>>;

/** Opens `before`, and opens `after` from it if the paths are the same. */
async function reopen(before: Files, after: Files): Promise<Site | null> {
  const o: OpenSite = { cache: createPageCache() };
  const site = await openSite(sourceFrom(before), o);
  return reopenFrom(site, before, after, o);
}

function reopenFrom(site: Site, before: Files, after: Files, o: OpenSite): Promise<Site | null> {
  const { files, read } = sourceFrom(after);
  return reopenSite(site, { changed: files.filter(({ path }) => before[path] !== after[path]), read }, o);
}

/** Everything that callers can read from a site, as plain values. */
function facts(site: Site) {
  const documents = [...site.pages, ...site.snippets];
  return {
    pages: [...site.pages.keys()],
    snippets: [...site.snippets.keys()],
    files: site.files,
    navigation: site.navigation,
    redirects: site.redirects,
    documents: documents.map(([path, page]) => ({
      path,
      id: page.id,
      text: page.text,
      title: page.title,
      anchors: [...page.anchors],
      url: site.urlOf(path),
      at: site.pageAt(site.urlOf(path))?.path,
      targets: page.links.map((link) => [link.href, site.resolve(path, link)]),
      inbound: site.inbound(path).map(({ from, link }) => [from, link.href]),
    })),
  };
}

const mintlify = {
  "docs.json": '{"navigation":{"pages":["a","b"]},"redirects":[{"source":"/old","destination":"/a"}]}',
  "a.mdx": "# A\n\n[b](/b#part)\n",
  "b.mdx": "## Part\n",
  "parts/c.mdx": "shared\n",
  "logo.svg": "<svg/>",
};

describe("reopenSite", () => {
  it("shares unchanged pages and contains the changed pages", async () => {
    const site = await reopen(mintlify, { ...mintlify, "b.mdx": "## Other\n\n[a](/old)\n" });
    expect(site?.document("b.mdx")?.anchors).toEqual(new Set(["other"]));
    expect(site?.hasAnchor("b.mdx", "part")).toBe(false);
    expect(site?.inbound("a.mdx").map(({ from }) => from)).toEqual(["b.mdx"]);
  });

  it.each([
    ["configuration", { "docs.json": '{"navigation":{"pages":["a"]}}' }],
    ["an import of a page", { "a.mdx": "import C from './parts/c.mdx'\n" }],
  ])("returns null after a change to %s, so that the site is opened again", async (_what, change) => {
    expect(await reopen(mintlify, { ...mintlify, ...change })).toBeNull();
  });

  it("returns null after a page's address changes", async () => {
    const files = { "docusaurus.config.js": "", "docs/a.md": "---\nslug: one\n---\n", "docs/b.md": "x\n" };
    expect(await reopen(files, { ...files, "docs/a.md": "---\nslug: two\n---\n" })).toBeNull();
    expect(await reopen(files, { ...files, "docs/a.md": "---\nslug: one\n---\nMore.\n" })).not.toBeNull();
  });

  it("returns the same site as opening the whole tree, after any sequence of edits", async () => {
    const configs: readonly Files[] = [
      { "docs.json": '{"navigation":{"pages":["a","sub/b"]}}', "snippets/s.mdx": "s\n" },
      { "docusaurus.config.js": "module.exports = {}\n" },
      { "mkdocs.yml": "site_name: x\n" },
      { "README.md": "x\n" },
    ];
    const text = fc
      .array(
        fc.constantFrom(
          "# One\n",
          "## Two\n",
          "[b](sub/b.md)\n",
          "[b](./sub/b#two)\n",
          "[a](/a)\n",
          "![l](/logo.svg)\n",
          "import B from './b.mdx'\n",
          "import A from '../a.mdx'\n",
          "<Card href='/sub/b'>x</Card>\n",
          "{broken\n",
        ),
        { maxLength: 5 },
      )
      .chain((lines) =>
        fc
          .constantFrom("", "---\ntitle: T\n---\n", "---\nslug: /here\n---\n")
          .map((head) => head + lines.join("\n")),
      );
    const paths = ["a.mdx", "a.md", "sub/b.mdx", "sub/b.md", "docs/a.md", "docs/sub/b.mdx"];
    await fc.assert(
      fc.asyncProperty(
        fc.constantFrom(...configs),
        fc.array(text, { minLength: paths.length, maxLength: paths.length }),
        fc.array(fc.tuple(fc.constantFrom(...paths), text), { minLength: 1, maxLength: 4 }),
        async (config, texts, edits) => {
          let files: Files = {
            ...config,
            "logo.svg": "<svg/>",
            ...Object.fromEntries(paths.map((path, index) => [path, texts[index] ?? ""])),
          };
          const o = { cache: createPageCache() };
          let site = await openSite(sourceFrom(files), o);
          for (const [path, changed] of edits) {
            const after: Files = { ...files, [path]: changed };
            const whole = await siteFrom(after);
            const reopened = await reopenFrom(site, files, after, o);
            if (reopened !== null) expect(facts(reopened)).toEqual(facts(whole));
            site = reopened ?? whole;
            files = after;
          }
        },
      ),
      { numRuns: 300 },
    );
  });
});
