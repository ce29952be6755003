import { limits } from "../../limits.ts";

const writingWords =
  /\b(?:style|writing|voice|tone|language|grammar|terminology|wording|formatting|conventions?|do not edit)\b/iu;
const docsWords =
  /\b(?:content|components?|headings?|frontmatter|pages?|navigation|docs|documentation|translations?|i18n|links?|images?|generat\w+|sync\w*)\b/iu;
const otherWords =
  /\b(?:setup|install(?:ing|ation)?|develop(?:ing|ment)?|local(?:ly)?|tests?|testing|build(?:ing)?|deploy\w*|commits?|pull requests?|polic(?:y|ies)|releas\w+|licen[cs]e|code of conduct|issues?|reviews?|security|questions|ci)\b/iu;

/** The rank of a section whose heading does not say what it is about. */
const neutral = 2;
const offTopic = 3;

interface Guidance {
  readonly text: string;
  /** A sentence about the parts that are left out; null if there are none. */
  readonly left: string | null;
}

interface Section {
  readonly heading: string;
  readonly text: string;
  /** Sections with a lower rank are shown first. */
  readonly rank: number;
}

/**
 * Shortens a guidance file to `limits.context.guidanceCharsMax`. Shows only the sections about style, content and
 * generated files, in this order, if there are any: such files often begin with instructions for building the site, which
 * do not help with editing. The sections that are left out are listed by name.
 */
export function styleSections(text: string, file: string): Guidance {
  const max = limits.context.guidanceCharsMax;
  if (text.length <= max) return { text, left: null };
  const sections = sectionsOf(text, /style/iu.test(file));
  const last = sections.some(({ rank }) => rank < neutral) ? neutral - 1 : neutral;
  const kept = new Set<Section>();
  let room = max;
  for (const section of sections.toSorted((a, b) => a.rank - b.rank)) {
    if (kept.size > 0 && (section.text.length > room || section.rank > last)) continue;
    kept.add(section);
    room -= section.text.length;
    if (room <= 0) break;
  }
  const shown = sections
    .filter((section) => kept.has(section))
    .map((section) => section.text)
    .join("")
    .slice(0, max)
    .toWellFormed();
  // Don't list the file's title, because it is not the heading of a particular part.
  const omitted = sections.filter((section) => !kept.has(section) && !section.text.startsWith("# "));
  const left = [...new Set(omitted.map(({ heading }) => heading))];
  return { text: shown, left: `[${leftText(left, room < 0)} Read ${file} to see the rest.]` };
}

/**
 * Each heading starts a section. In a style guide, a section is about style unless its heading indicates another
 * subject. A line with a single `#` does not count as a heading, because it may be a comment in a code block.
 */
function sectionsOf(text: string, isStyleGuide: boolean): Section[] {
  let headings: readonly { readonly depth: number; readonly name: string }[] = [];
  return text
    .split(/^(?=#{2,6} )/mu)
    .filter((section) => section.trim() !== "")
    .map((section) => {
      const [, marks = "", title = ""] = /^(#{1,6}) (.*)/u.exec(section) ?? [];
      const name = title.replace(/\s#*\s*$/u, "");
      headings = [...headings.filter(({ depth }) => depth < marks.length), { depth: marks.length, name }];
      const rank = rankIn(headings);
      return { heading: name, text: section, rank: isStyleGuide && rank === neutral ? 0 : rank };
    });
}

/**
 * A subsection has the subject of the section that it belongs to, unless its own heading says otherwise. The title of
 * the file says nothing about its sections.
 */
function rankIn(headings: readonly { readonly depth: number; readonly name: string }[]): number {
  const ranks = headings.toReversed().map(({ depth, name }) => (depth > 1 ? rankOf(name) : neutral));
  return ranks.find((rank) => rank !== neutral) ?? neutral;
}

function rankOf(heading: string): number {
  if (writingWords.test(heading)) return 0;
  if (/\b(?:generat\w+|sync\w*)\b/iu.test(heading)) return 1;
  if (otherWords.test(heading)) return offTopic;
  return docsWords.test(heading) ? 1 : neutral;
}

function leftText(names: readonly string[], isCut: boolean): string {
  const shown = names.filter((name) => name !== "").slice(0, limits.context.guidanceSectionsShownMax);
  const more = names.length > shown.length ? ` and ${names.length - shown.length} more` : "";
  const left = shown.length === 0 ? "" : `Sections left out here: ${shown.map(cutName).join("; ")}${more}.`;
  return [isCut ? "The last section is cut." : "", left].filter((part) => part !== "").join(" ");
}

const cutName = (name: string) => name.slice(0, limits.context.titleCharsMax).toWellFormed();
