import { looseAnchor } from "../markdown/slug.ts";
import type { Heading, Page } from "../page.ts";
import type { Site } from "../site.ts";
import { linesOf, tagBalance } from "./blocks.ts";
import { getDocument, isEditable } from "./documents.ts";
import { createDraft } from "./draft.ts";
import { RefactorError, type Refactoring, type SectionReport } from "./report.ts";
import { trimmedBlock } from "./spans.ts";

export interface ReplaceSection {
  /** A page's path or address. */
  readonly page: string;
  /** The headings that lead to the section, its own last; none for what stands before the first heading. */
  readonly section: readonly string[];
  /** The section as it is to be, its heading included; empty to take it out. */
  readonly text: string;
}

/**
 * Puts a text in the place of a section: its heading and all below it, subsections included, up to the next heading of
 * its depth or the end of the component that it stands in. Not a byte outside changes: blank lines around it stay.
 */
export async function replaceSection(site: Site, args: ReplaceSection): Promise<Refactoring<SectionReport>> {
  const page = getDocument(site, args.page);
  if (!isEditable(page))
    throw new RefactorError(`${page.path} cannot be read: ${page.problem?.message ?? ""}`);
  const heading = args.section.length === 0 ? null : findSection(page, args.section);
  const block = trimmedBlock(args.text);
  if (heading !== null && block !== "") refuseOtherDepth(heading, block);
  const { start, end } = heading === null ? introOf(page) : spanOf(page, heading);
  const text = page.text.slice(0, start) + filled(page, { start, end }, block);
  const draft = createDraft(site);
  draft.setText(page.path, text);
  const report = { path: page.path, section: heading?.text ?? null, line: page.lineAt(start) };
  return { edits: draft.finish().edits, report };
}

/** What stands at `start` afterwards, to the page's end. */
function filled({ text, lineEnding }: Page, { start, end }: { start: number; end: number }, block: string) {
  const rest = text.slice(end);
  // With the section, the blank lines behind it go.
  if (block === "") return rest.replace(/^(?:[ \t]*\r?\n)+/u, "");
  const isWholeLine = text.slice(start, end).endsWith("\n");
  return block.replaceAll("\n", lineEnding) + (isWholeLine ? lineEnding : "") + rest;
}

/** The one heading that these lead to: exactly, or letter case and punctuation aside. Throws RefactorError. */
function findSection(page: Page, names: readonly string[]): Heading {
  const paths = pathsOf(page);
  const wanted = names.map((name) => name.replace(/^#+\s*/u, "").trim());
  const exactly = (heading: Heading, name: string) => heading.text === name || heading.slug === name;
  const loosely = (heading: Heading, name: string) =>
    looseAnchor(name) !== "" && looseAnchor(heading.text) === looseAnchor(name);
  for (const fits of [exactly, loosely]) {
    const found = paths.filter((path) => leadsTo(path, wanted, fits));
    if (found.length === 1) return found[0]?.at(-1) as Heading;
    if (found.length > 1) {
      const places = found.map((path) => `${shown(path)} (line ${path.at(-1)?.line})`).join(", ");
      throw new RefactorError(
        `${page.path} has this section more than once: ${places}. Give all the headings that lead to it, or its #anchor.`,
      );
    }
  }
  const there = paths.slice(0, 30).map(shown).join(", ");
  const hint = there === "" ? "It has no headings: give an empty list for its text." : `It has ${there}.`;
  throw new RefactorError(`${page.path} has no section ${JSON.stringify(names)}. ${hint}`);
}

/** Each heading with those that it stands below, the outermost first. */
function pathsOf({ headings }: Page): readonly (readonly Heading[])[] {
  let above: readonly Heading[] = [];
  return headings.map((heading) => {
    above = [...above.filter(({ depth }) => depth < heading.depth), heading];
    return above;
  });
}

/** The last name is the heading's own; the others name some of those above it, in order. */
function leadsTo(
  path: readonly Heading[],
  names: readonly string[],
  fits: (heading: Heading, name: string) => boolean,
): boolean {
  const [own, ...outer] = names.toReversed();
  const [last, ...above] = path.toReversed();
  if (own === undefined || last === undefined || !fits(last, own)) return false;
  let at = 0;
  for (const name of outer) {
    while (above[at] !== undefined && !fits(above[at] as Heading, name)) at++;
    if (above[at++] === undefined) return false;
  }
  return true;
}

const shown = (path: readonly Heading[]) => path.map(({ text }) => `"${text}"`).join(" > ");

function refuseOtherDepth(heading: Heading, block: string): void {
  const depth = depthOf(block);
  if (depth === heading.depth) return;
  const marks = "#".repeat(heading.depth);
  const why = depth === null ? "does not begin with its heading" : "begins with a heading of another depth";
  throw new RefactorError(
    `The text ${why}. Send the whole section, beginning with "${marks} ${heading.text}" or what the heading is to be.`,
  );
}

/** Of the heading that a text begins with; null where it begins otherwise. */
function depthOf(block: string): number | null {
  const [first = "", second = ""] = block.split("\n", 2);
  const marks = /^(#{1,6})[ \t]+\S/u.exec(first)?.[1];
  if (marks !== undefined) return marks.length;
  if (first.trim() === "" || !/^(?:=+|-+)[ \t]*$/u.test(second)) return null;
  return second.startsWith("=") ? 1 : 2;
}

function spanOf(page: Page, heading: Heading): { start: number; end: number } {
  const { text, headings } = page;
  const lineStart = text.lastIndexOf("\n", heading.start - 1) + 1;
  if (text.slice(lineStart, heading.start).trim() !== "")
    throw new RefactorError(
      `The heading "${heading.text}" on line ${heading.line} of ${page.path} stands inside of a list or a quote, which has no sections. Use edit.`,
    );
  const next = headings.find(({ start, depth }) => start >= heading.end && depth <= heading.depth);
  return { start: heading.start, end: contentEnd(text, heading.end, next?.start ?? text.length) };
}

/** From the first line after the frontmatter that is not blank, to the last one before the first heading. */
function introOf(page: Page): { start: number; end: number } {
  const { text, frontmatter, headings } = page;
  const from = frontmatter === null ? (text.startsWith("\ufeff") ? 1 : 0) : frontmatter.block.end;
  const until = headings[0]?.start ?? text.length;
  const blank = /^\s*/u.exec(text.slice(from, until))?.[0].length ?? 0;
  const start = from + blank;
  if (start === until)
    throw new RefactorError(`${page.path} has no text before its first heading. Name a section.`);
  return { start, end: contentEnd(text, start, until) };
}

/** After the last line before `until` that is not blank, and before the end of a component that began further up. */
function contentEnd(text: string, from: number, until: number): number {
  const lineStart = text.lastIndexOf("\n", from - 1) + 1;
  let depth = 0;
  let end = from;
  for (const line of linesOf(text, lineStart)) {
    if (line.start >= until) break;
    depth += line.fenced ? 0 : tagBalance(line.text);
    if (depth < 0) break;
    if (line.text !== "") end = line.end;
  }
  return end;
}
