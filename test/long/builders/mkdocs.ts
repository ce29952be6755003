import type { Builder } from "./builder.ts";
import { mkdocsVectors } from "./mkdocs-vectors.ts";

const config = `site_name: Acme
use_directory_urls: true
plugins: []
markdown_extensions:
  - abbr
  - admonition
  - attr_list
  - def_list
  - footnotes
  - md_in_html
  - tables
  - pymdownx.details
  - pymdownx.highlight
  - pymdownx.inlinehilite
  - pymdownx.snippets
  - pymdownx.superfences
  - pymdownx.tabbed:
      alternate_style: true
`;

/** MkDocs with the extensions that most sites have. MkDocs isn't on npm, so only the bench runs it. */
export const mkdocs: Builder = {
  name: "mkdocs",
  vectors: mkdocsVectors,
  files: {
    "mkdocs.yml": config,
    "docs/index.md": "# Welcome\n\nStart with the [guide](./guide.md).\n",
    "docs/guide.md": "# Guide\n\nInstall the program, then run it.\n",
  },
  command: ["mkdocs", "build", "--quiet"],
  outputOf: ({ id }) => `site/${id}/index.html`,
  scripts: "site/js/none.js",
};

/** MkDocs with its default extensions, among them `fenced_code`. */
export const plainMkdocs: Builder = {
  ...mkdocs,
  files: { ...mkdocs.files, "mkdocs.yml": "site_name: Acme\nuse_directory_urls: true\nplugins: []\n" },
};
