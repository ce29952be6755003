import { expect, test } from "vitest";
import { siteFrom } from "./test/support/site.ts";
import { translationsOf } from "./translations.ts";

const page = (title: string, ...code: string[]) =>
  `---\ntitle: ${title}\n---\n\n## ${title} 1\n\nRun \`${code[0]}\`.\n\n## ${title} 2\n\n\`\`\`sh\n# ${title}\n${code[1]}\n\`\`\`\n`;

const files = {
  "mkdocs.yml": "site_name: Docs\n",
  "docs/setup.md": page("Setup", "acme init", "acme run --retry 3"),
  "docs/other.md": page("Other", "a", "b"),
  "docs/fr/setup.md": page("Installer", "acme init", "acme run"),
  "docs/fr/other.md": page("Autre", "a", "b"),
  "docs/es/setup.md": "# Instalar\n",
};

test("a page's translations are found, with the missing ones and the outdated sections", async () => {
  const site = await siteFrom(files);
  for (const path of ["docs/setup.md", "docs/fr/setup.md"]) {
    const found = translationsOf(site, path);
    expect(found?.source.path).toBe("docs/setup.md");
    expect(found?.translations).toMatchObject([
      { language: "es", page: { path: "docs/es/setup.md" }, differences: [{ heading: "Setup 1" }] },
      {
        language: "fr",
        page: { path: "docs/fr/setup.md" },
        differences: [{ heading: "Setup 2", message: "lacks `acme run --retry 3`" }],
      },
    ]);
  }
  expect(translationsOf(site, "docs/other.md")?.translations).toMatchObject([
    { language: "es", page: null },
    { language: "fr", differences: [] },
  ]);
});

test("a site with one language has no translations", async () => {
  const site = await siteFrom({ "mkdocs.yml": "site_name: Docs\n", "docs/setup.md": "# Setup\n" });
  expect(translationsOf(site, "docs/setup.md")).toBeNull();
});
