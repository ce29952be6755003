import { afterAll, expect, test } from "vitest";
import { createParserProcess } from "../index.ts";
import { type Files, siteFrom } from "../test/support/site.ts";
import { checkSite } from "./check-site.ts";

const parser = createParserProcess();
afterAll(() => parser.close());

const page = (title: string, first: string, second: string) =>
  `---\ntitle: ${title}\n---\n\n## ${title} A\n\n${first}\n\n## ${title} B\n\n${second}\n`;

const files = {
  "mkdocs.yml": "site_name: Docs\n",
  "docs/setup.md": page("Setup", "First.", "Second."),
  "docs/fr/setup.md": page("Installer", "Un.", "Deux."),
  "docs/es/setup.md": page("Instalar", "Uno.", "Dos."),
  "docs/other.md": page("Other", "First.", "Second."),
  "docs/fr/other.md": "# Autre\n\nTexte.\n",
};

/** Returns the problems of this change, as `path:line message`. */
async function problemsOf(change: Files, translations = true): Promise<readonly string[]> {
  const base = await siteFrom(files);
  const report = await checkSite(await siteFrom({ ...files, ...change }), {
    base,
    judge: parser,
    translations,
  });
  return report.problems.map(({ path, line, message }) => `${path}:${line} ${message}`);
}

const english = { "docs/setup.md": page("Setup", "First.", "Second, edited.") };
const french = { "docs/fr/setup.md": page("Installer", "Un.", "Deux, aussi.") };
const edits = (path: string, line: number | null, section: string, source: string) =>
  `${path}:${line} This change edits ${section} of ${source}, but not its translation. Translate the change.`;

test.each<[string, Files, readonly string[]]>([
  [
    "reports each translation of an edited section",
    english,
    ["es", "fr"].map((language) =>
      edits(`docs/${language}/setup.md`, 9, 'the section "Setup B"', "docs/setup.md"),
    ),
  ],
  [
    "accepts a translation that was edited in the same section",
    { ...english, ...french },
    [edits("docs/es/setup.md", 9, 'the section "Setup B"', "docs/setup.md")],
  ],
  [
    "reports a translation that was edited in another section only",
    {
      ...english,
      "docs/fr/setup.md": page("Installer", "Un, poli.", "Deux."),
      "docs/es/setup.md": page("Instalar", "Uno.", "Dos, igual."),
    },
    [edits("docs/fr/setup.md", 9, 'the section "Setup B"', "docs/setup.md")],
  ],
  [
    "reports the beginning of a page",
    { "docs/setup.md": files["docs/setup.md"].replace("Setup\n", "Set up\n"), ...french },
    ["es", "fr"].map((language) => edits(`docs/${language}/setup.md`, 1, "the beginning", "docs/setup.md")),
  ],
  ["accepts an edited translation", french, []],
  [
    "reports a translation with other headings once per section, without a line",
    { "docs/other.md": page("Other", "First, edited.", "Second.") },
    [edits("docs/fr/other.md", null, 'the section "Other A"', "docs/other.md")],
  ],
  [
    "accepts a translation with other headings that was edited anywhere",
    {
      "docs/other.md": page("Other", "First, edited.", "Second."),
      "docs/fr/other.md": "# Autre\n\nTexte nouveau.\n",
    },
    [],
  ],
  [
    "reports a new page without translations",
    { "docs/new.md": "# New\n", "docs/fr/new.md": "# Nouveau\n" },
    [
      "docs/new.md:null This new page has no translation in es. Add it, or leave it to the translators and say so in the summary.",
    ],
  ],
])("%s", async (_what, change, expected) => {
  expect((await problemsOf(change)).toSorted()).toEqual(expected.toSorted());
});

test("is off unless a project turns it on", async () => {
  expect(await problemsOf(english, false)).toEqual([]);
});
