import { fileURLToPath } from "node:url";
import { type Builder, inNode } from "./builder.ts";
import { docusaurusVectors } from "./docusaurus-vectors.ts";
import { mdxVectors } from "./mdx-vectors.ts";
import { starlightVectors } from "./starlight-vectors.ts";
import { vitepressVectors } from "./vitepress-vectors.ts";

const page = "# Welcome\n\nStart with the [guide](./guide.md).\n";
const guide = "# Guide\n\nInstall the program, then run it.\n";

export const vitepress: Builder = {
  name: "vitepress",
  vectors: vitepressVectors,
  files: {
    "package.json": '{ "private": true, "type": "module" }\n',
    "docs/.vitepress/config.mjs": 'export default { title: "Acme", ignoreDeadLinks: true };\n',
    "docs/index.md": page,
    "docs/guide.md": guide,
  },
  command: inNode("vitepress/bin/vitepress.js", "build", "docs"),
  outputOf: ({ id }) => `docs/.vitepress/dist/${id}.html`,
  scripts: "docs/.vitepress/dist/assets/*.js",
};

const starlightConfig = `import starlight from "@astrojs/starlight";
import { defineConfig } from "astro/config";

export default defineConfig({
  cacheDir: "./.cache",
  integrations: [starlight({ title: "Acme", pagefind: false })],
});
`;

const starlightContent = `import { docsLoader } from "@astrojs/starlight/loaders";
import { docsSchema } from "@astrojs/starlight/schema";
import { defineCollection } from "astro:content";

export const collections = { docs: defineCollection({ loader: docsLoader(), schema: docsSchema() }) };
`;

export const starlight: Builder = {
  name: "starlight",
  vectors: starlightVectors,
  files: {
    // Astro uses the dependencies listed here to find the integrations that it must bundle.
    "package.json":
      '{ "private": true, "type": "module", "dependencies": { "astro": "*", "@astrojs/starlight": "*" } }\n',
    "astro.config.mjs": starlightConfig,
    "src/content.config.ts": starlightContent,
    "src/content/docs/index.md": `---\ntitle: Welcome\n---\n\n${page}`,
    "src/content/docs/guide.mdx": `---\ntitle: Guide\n---\n\n${guide}`,
  },
  command: inNode("astro/bin/astro.mjs", "build"),
  outputOf: ({ id }) => `dist/${id}/index.html`,
  scripts: "dist/_astro/*.js",
};

const docusaurusConfig = `export default {
  title: "Acme",
  url: "https://docs.example.com",
  baseUrl: "/",
  onBrokenLinks: "ignore",
  onBrokenAnchors: "ignore",
  markdown: { hooks: { onBrokenMarkdownLinks: "ignore", onBrokenMarkdownImages: "ignore" } },
  future: { faster: { rspackBundler: true, swcJsLoader: true, mdxCrossCompilerCache: true }, v4: { removeLegacyPostBuildHeadAttribute: true } },
  plugins: [["@docusaurus/plugin-content-docs", { routeBasePath: "/" }]],
  themes: ["@docusaurus/theme-classic", "@docusaurus/theme-live-codeblock"],
};
`;

export const docusaurus: Builder = {
  name: "docusaurus",
  vectors: docusaurusVectors,
  files: {
    "package.json": '{ "name": "acme", "version": "1.0.0", "private": true }\n',
    "docusaurus.config.mjs": docusaurusConfig,
    "docs/index.md": `---\nslug: /\n---\n\n${page}`,
    "docs/guide.mdx": guide,
  },
  command: inNode("@docusaurus/core/bin/docusaurus.mjs", "build", "--no-minify"),
  outputOf: ({ id }) => `build/${id}/index.html`,
  scripts: "build/assets/js/*.js",
};

export const mdx: Builder = {
  name: "mintlify",
  vectors: mdxVectors,
  files: {
    "docs.json": '{ "name": "Acme", "navigation": { "pages": ["index", "guide"] } }\n',
    "index.mdx": page,
    "guide.mdx": guide,
  },
  command: [process.execPath, fileURLToPath(new URL("./render-mdx.ts", import.meta.url)), "."],
  outputOf: ({ id }) => `${id}.html`,
  scripts: "handlers.js",
};

export const builders: readonly Builder[] = [mdx, vitepress, starlight, docusaurus];
