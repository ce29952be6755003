import { expect, test } from "vitest";
import { outlineSite } from "./outline-site.ts";
import { sourceFrom } from "./test/support/site.ts";

test("a site's outline counts its pages and those in the navigation, and reads no page", async () => {
  const source = sourceFrom({
    "website/mkdocs.yml":
      "site_name: Acme\nnav:\n  - Home: index.md\n  - Guides:\n      - a.md\n      - gone.md\n",
    "website/docs/index.md": "# Home\n",
    "website/docs/a.md": "# A\n",
    "website/docs/b.md": "# B\n",
    "website/docs/logo.png": "",
    "README.md": "# Not a page\n",
  });
  expect(await outlineSite(source, null)).toEqual({
    framework: "mkdocs",
    root: "website/docs",
    pages: 3,
    navigationFiles: ["website/mkdocs.yml"],
    navigationPages: 2,
  });
  expect(source.readPaths).toEqual(["website/mkdocs.yml"]);
});

test("without a configuration, all Markdown in the folder is counted, and a missing folder has no pages", async () => {
  const source = sourceFrom({ "docs/a.md": "", "docs/b/c.mdx": "", "src/main.ts": "" });
  const plain = { framework: "plain", navigationFiles: [], navigationPages: 0 };
  expect(await outlineSite(source, null)).toEqual({ ...plain, root: "docs", pages: 2 });
  expect(await outlineSite(source, "manual")).toEqual({ ...plain, root: "manual", pages: 0 });
});
