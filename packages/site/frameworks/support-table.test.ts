import { readFileSync } from "node:fs";
import { describe, expect, test } from "vitest";
import { checkSite } from "../checks/check-site.ts";
import { movePage } from "../index.ts";
import { type Files, siteFrom, sourceFrom } from "../test/support/site.ts";

const readme = readFileSync(new URL("README.md", import.meta.url), "utf8");

/** The rows of the table that has this heading in its first cell. */
function tableOf(heading: string): string[][] {
  const lines = readme.split("\n");
  const start = lines.findIndex((line) => line.startsWith(`| ${heading} `));
  const end = lines.findIndex((line, index) => index > start && !line.startsWith("|"));
  const cells = lines.slice(start + 2, end).map((line) => line.slice(1, -1).split("|"));
  return cells.map((row) => row.map((cell) => cell.trim()));
}

const page = "# Use\n";
const docusaurus = {
  "docs/intro.md": "# Home\n",
  "docs/guide/use.md": page,
  "sidebars.js": "module.exports = { main: ['intro', 'guide/use'] };\n",
};
const starlight = { "src/content/docs/index.md": "# Home\n", "src/content/docs/guide/use.md": page };
const astro = (redirects: string) =>
  `export default defineConfig({ ${redirects}integrations: [starlight({ sidebar: ['guide/use'] })] });\n`;
const mintlify = { "index.mdx": "# Home\n", "guide/use.mdx": page };
const mkdocs = { "docs/index.md": "# Home\n", "docs/guide/use.md": page };

/**
 * For each place that can contain redirects, a site with a redirect from `/old` to `guide/use`, and the same site
 * without it.
 */
const places: Record<string, readonly [files: Files, file: string, without: string]> = {
  "Mintlify's `docs.json`": [
    {
      ...mintlify,
      "docs.json":
        '{ "navigation": { "pages": ["index", "guide/use"] }, "redirects": [{ "source": "/old", "destination": "/guide/use" }] }',
    },
    "docs.json",
    '{ "navigation": { "pages": ["index", "guide/use"] } }',
  ],
  "a file that `docs.json` includes": [
    {
      ...mintlify,
      "docs.json":
        '{ "navigation": { "pages": ["index", "guide/use"] }, "redirects": { "$ref": "./redirects.json" } }',
      "redirects.json": '[{ "source": "/old", "destination": "/guide/use" }]',
    },
    "redirects.json",
    "[]",
  ],
  "GitBook's `.gitbook.yaml`": [
    {
      "SUMMARY.md": "* [Home](README.md)\n* [Use](guide/use.md)\n",
      ".gitbook.yaml": "redirects:\n  old: guide/use.md\n",
      "README.md": "# Home\n",
      "guide/use.md": page,
    },
    ".gitbook.yaml",
    "",
  ],
  "the MkDocs redirects plugin": [
    {
      ...mkdocs,
      "mkdocs.yml":
        "nav:\n  - index.md\n  - guide/use.md\nplugins:\n  - redirects:\n      redirect_maps:\n        old.md: guide/use.md\n",
    },
    "mkdocs.yml",
    "nav:\n  - index.md\n  - guide/use.md\nplugins:\n  - redirects\n",
  ],
  "`_redirects`": [
    { ...mkdocs, "mkdocs.yml": "site_name: Acme\n", "docs/_redirects": "/old/ /guide/use/\n" },
    "docs/_redirects",
    "",
  ],
  "`netlify.toml`": [
    {
      ".vitepress/config.ts":
        "export default { cleanUrls: true, themeConfig: { sidebar: [{ text: 'Use', link: '/guide/use' }] } };\n",
      "index.md": "# Home\n",
      "guide/use.md": page,
      "netlify.toml": '[[redirects]]\nfrom = "/old"\nto = "/guide/use"\n',
    },
    "netlify.toml",
    "",
  ],
  "`vercel.json`": [
    {
      ...starlight,
      "astro.config.mjs": astro(""),
      "vercel.json": '{ "redirects": [{ "source": "/old", "destination": "/guide/use/" }] }',
    },
    "vercel.json",
    "{}",
  ],
  "the Docusaurus redirects plugin": [
    {
      ...docusaurus,
      "docusaurus.config.js":
        "module.exports = { plugins: [['@docusaurus/plugin-client-redirects', { redirects: [{ from: '/old', to: '/docs/guide/use' }] }]] };\n",
    },
    "docusaurus.config.js",
    "module.exports = {};\n",
  ],
  "Astro's `redirects`": [
    { ...starlight, "astro.config.mjs": astro("redirects: { '/old': '/guide/use/' }, ") },
    "astro.config.mjs",
    astro(""),
  ],
  "no file": [{ "docs/README.md": "# Home\n", "docs/guide/use.md": page }, "docs/README.md", "# Home\n"],
};

/** The site of each framework. */
const frameworks: Record<string, Files> = {
  Mintlify: places["Mintlify's `docs.json`"]![0],
  MkDocs: places["the MkDocs redirects plugin"]![0],
  GitBook: places["GitBook's `.gitbook.yaml`"]![0],
  Docusaurus: places["the Docusaurus redirects plugin"]![0],
  VitePress: places["`netlify.toml`"]![0],
  Starlight: places["Astro's `redirects`"]![0],
  plain: places["no file"]![0],
};

async function moveUse(files: Files) {
  const site = await siteFrom(files);
  const { read } = sourceFrom(files);
  const move = { from: "guide/use", to: "learn/using", redirect: true, read };
  const { edits, report } = await movePage(site, move);
  const after: Record<string, string | Uint8Array> = { ...files };
  for (const [path, bytes] of edits) {
    if (bytes === null) delete after[path];
    else after[path] = bytes;
  }
  return { base: site, site: await siteFrom(after), report };
}

const judge = { judge: async () => [], spentMs: 0, close: async () => undefined };

describe("the table of frameworks", () => {
  const rows = tableOf("framework");

  test("has a row for each framework", () => {
    expect(rows.map(([name]) => name)).toEqual(Object.keys(frameworks));
  });

  test.each(rows)("the table's row for %s: navigation in %s, edited: %s", async (name, _source, edited) => {
    const { base, site, report } = await moveUse(frameworks[name]!);
    expect(base.framework).toBe(name.toLowerCase());
    const moved = [...site.pages.keys()].find((path) => path.includes("learn/using"));
    const entries = JSON.stringify(site.navigation.entries.map(({ path, children }) => [path, children]));
    const notes = report.notes.filter(({ message }) => /"\/?guide\/use"/u.test(message));
    expect(base.navigationWritable).toBe(edited === "yes");
    expect(entries.includes(moved!)).toBe(edited === "yes");
    if (base.navigation.entries.length > 0) expect(notes).toHaveLength(edited === "yes" ? 0 : 1);
  });
});

describe("the table of redirects", () => {
  const rows = tableOf("redirects in");

  test("has a row for each place", () => {
    expect(rows.map(([place]) => place)).toEqual(Object.keys(places));
  });

  test.each(rows)(
    "redirects in %s: read %s, written %s, lost redirects reported %s",
    async (place, read, written, lost) => {
      const [files, file, without] = places[place]!;
      const { base, site, report } = await moveUse(files);
      const from = base.redirects.map((redirect) => [redirect.fromUrl.replace(/\/$/u, ""), redirect.file]);
      expect(from).toEqual(read === "yes" ? [["/old", file]] : []);

      const moved = [...site.pages.keys()].find((path) => path.includes("learn/using"));
      const used = base.urlOf([...base.pages.keys()].find((path) => path.includes("guide/use"))!);
      expect(report.redirects.map(({ change }) => change)).toEqual(
        written === "yes" ? ["retargeted", "added"] : [],
      );
      expect(report.redirects.map(({ from }) => from.replace(/\/$/u, ""))).toEqual(
        written === "yes" ? ["/old", used.replace(/\/$/u, "")] : [],
      );
      // Only the addresses listed in the report redirect to the moved page.
      for (const url of ["/old", used]) {
        const target = site.resolve(moved!, url);
        expect(target.kind === "redirect" && target.target.kind === "page").toBe(written === "yes");
      }
      const byHand = report.notes.filter(({ message }) => /[Rr]edirect/u.test(message));
      expect(byHand).toHaveLength(written === "yes" ? 0 : read === "yes" ? 2 : 1);

      const { problems } = await checkSite(await siteFrom({ ...files, [file]: without }), { base, judge });
      expect(problems.some(({ rule, path }) => rule === "redirects-kept" && path === file)).toBe(
        lost === "yes",
      );
    },
  );
});
