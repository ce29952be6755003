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
  /** The headings that lead to the section, with its own heading last. Empty for the text before the first heading. */
  readonly section: readonly string[];
  /** The new section with its heading. Empty to remove it. */
  readonly text: string;
}

/**
 * Replaces a section: its heading and everything below, including subsections, up to the next heading of its depth or
 * the end of the component that contains it. Nothing else changes, not even the blank lines around it.
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

/** The new text from `start` to the page's end. */
function filled({ text, lineEnding }: Page, { start, end }: { start: number; end: number }, block: string) {
  const rest = text.slice(end);
  // Removing a section also removes the blank lines after it.
  if (block === "") return rest.replace(/^(?:[ \t]*\r?\n)+/u, "");
  const isWholeLine = text.slice(start, end).endsWith("\n");
  return block.replaceAll("\n", lineEnding) + (isWholeLine ? lineEnding : "") + rest;
}

/** Finds the one heading at this path, ignoring case and punctuation if necessary. Throws RefactorError. */
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
        `${page.path} has this section more than once: ${places}. Specify all headings that lead to it, or its #anchor.`,
      );
    }
  }
  const known = paths.slice(0, 30).map(shown).join(", ");
  const hint =
    known === "" ? "The page has no headings. Use an empty list for its text." : `Its sections are ${known}.`;
  throw new RefactorError(`Section ${JSON.stringify(names)} not found in ${page.path}. ${hint}`);
}

/** Each heading with the headings above it, the outermost first. */
function pathsOf({ headings }: Page): readonly (readonly Heading[])[] {
  let above: readonly Heading[] = [];
  return headings.map((heading) => {
    above = [...above.filter(({ depth }) => depth < heading.depth), heading];
    return above;
  });
}

/** Whether the last name is the heading's own, and the others match headings above it, in order. */
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
  const why = depth === null ? "does not start with its heading" : "starts with a heading of another depth";
  throw new RefactorError(
    `The text ${why}. Send the whole section, starting with "${marks} ${heading.text}" or the new heading.`,
  );
}

/** The depth of the heading at the start of a text, or null if it doesn't start with one. */
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
      `The heading "${heading.text}" on line ${heading.line} of ${page.path} is inside a list or quote, so it has no section. Use edit.`,
    );
  const next = headings.find(({ start, depth }) => start >= heading.end && depth <= heading.depth);
  return { start: heading.start, end: contentEnd(text, heading.end, next?.start ?? text.length) };
}

/** The text from the first nonblank line after the frontmatter to the last one before the first heading. */
function introOf(page: Page): { start: number; end: number } {
  const { text, frontmatter, headings } = page;
  const from = frontmatter === null ? (text.startsWith("\ufeff") ? 1 : 0) : frontmatter.block.end;
  const until = headings[0]?.start ?? text.length;
  const blank = /^\s*/u.exec(text.slice(from, until))?.[0].length ?? 0;
  const start = from + blank;
  if (start === until)
    throw new RefactorError(`${page.path} has no text before its first heading. Specify a section.`);
  return { start, end: contentEnd(text, start, until) };
}

/** The end of the last nonblank line before `until`, and before the end of a component that opened further up. */
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
