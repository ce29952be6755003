import { limits } from "../../limits.ts";

const styleWords =
  /\b(?:style|writing|voice|tone|language|grammar|terminology|wording|formatting|conventions?|content|components?|headings?|frontmatter|pages?|navigation|docs|documentation|translations?|i18n)\b/iu;
const otherWords =
  /\b(?:setup|install|develop|local|test|build|deploy|commit|pull request|release|licen[cs]e|code of conduct|ci)\b/iu;

/**
 * Shortens a guidance file to `limits.context.guidanceCharsMax`. Sections about style and content come first, because
 * such files often begin with instructions for building the site. Sections that do not fit are listed by name.
 */
export function styleSections(text: string, file: string): string {
  const max = limits.context.guidanceCharsMax;
  if (text.length <= max) return text;
  // A line with a single `#` may be a comment in code.
  const sections = text.split(/^(?=#{2,6} )/mu).filter((section) => section.trim() !== "");
  const heading = (section: string) => /^#{1,6} (.*)/u.exec(section)?.[1] ?? "";
  const rank = (section: string) =>
    styleWords.test(heading(section)) ? 0 : otherWords.test(heading(section)) ? 2 : 1;
  const ranked = sections.toSorted((a, b) => rank(a) - rank(b));
  const kept = new Set<string>();
  let room = max;
  for (const section of ranked) {
    if (section.length > room && kept.size > 0) continue;
    kept.add(section);
    room -= section.length;
    if (room <= 0) break;
  }
  const shown = sections
    .filter((section) => kept.has(section))
    .join("")
    .slice(0, max)
    .toWellFormed();
  return `${shown.trimEnd()}\n[cut here; read ${file} for the rest]`;
}
