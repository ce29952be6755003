import { expect, it } from "vitest";
import { limits } from "../../limits.ts";
import { styleSections } from "./style-sections.ts";

const max = limits.context.guidanceCharsMax;
const part = (name: string, share: number) => `## ${name}\n\n${"Words. ".repeat((max * share) / 7)}\n\n`;

it("shows a short file in full", () => {
  expect(styleSections("# Guide\n\nBe brief.\n", "AGENTS.md")).toEqual({
    text: "# Guide\n\nBe brief.\n",
    left: null,
  });
});

it("shows only sections about style, pages and generated files if there are any, and lists the others", () => {
  const text = [
    part("Installation", 0.4),
    part("Policy for pull requests", 0.4),
    part("Writing style", 0.3),
    part("Generated API pages", 0.3),
    part("Anything", 0.2),
  ].join("");
  const { text: shown, left } = styleSections(text, "AGENTS.md");
  for (const name of ["Writing style", "Generated API pages"]) expect(shown).toContain(`## ${name}\n`);
  expect(left).toBe(
    "[Sections left out here: Installation; Policy for pull requests; Anything. Read AGENTS.md to see the rest.]",
  );
});

it("shows other sections in a style guide, and if the file says nothing about style", () => {
  const text = [part("Installation", 0.4), part("Pronouns", 0.5), part("Writing style", 0.3)].join("");
  expect(styleSections(text, "STYLEGUIDE.md").text).toContain("## Pronouns\n");
  const other = styleSections(`${part("Installation", 0.7)}${part("Anything", 0.7)}`, "AGENTS.md");
  expect(other.text).toContain("## Anything\n");
  expect(other.left).toContain("Sections left out here: Installation.");
});

it("prefers sections about writing to other sections about the docs, and ignores the title of the file", () => {
  const text = [
    `# The docs repository\n\n${"Words. ".repeat(40)}\n\n`,
    part("Synced pages", 0.5),
    part("Anything", 0.3),
    part("Writing conventions", 0.7),
  ].join("");
  const { text: shown, left } = styleSections(text, "AGENTS.md");
  expect(shown).toContain("## Writing conventions");
  expect(left).toContain("Sections left out here: Synced pages; Anything.");
});

it("gives a subsection the subject of its section", () => {
  const text = `${part("Setup", 0.4)}### Windows\n\n${"Run. ".repeat(60)}\n\n${part("Tone", 0.7)}`;
  const { text: shown, left } = styleSections(text, "AGENTS.md");
  expect(shown).toContain("## Tone");
  expect(left).toContain("[Sections left out here: Setup; Windows.");
});

it("says that a section is cut if that section alone is too long", () => {
  const { text: shown, left } = styleSections(`${part("Setup", 0.2)}${part("Tone", 1.5)}`, "CONTRIBUTING.md");
  expect(shown).toContain("## Tone");
  expect(shown).not.toContain("## Setup");
  expect(left).toMatch(/\[The last section is cut\. Sections left out here: Setup\. Read CONTRIBUTING\.md/u);
});
