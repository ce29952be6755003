import { limits } from "../limits.ts";
import type { Page, Span } from "../page.ts";
import { isWithin } from "./section-links.ts";
import { createOverlapTest } from "./spans.ts";

/** The lines that a section needs on another page, but that are outside the section. */
export interface SectionNeeds {
  /** Link and footnote definitions that the section refers to. */
  readonly definitions: readonly Span[];
  /** MDX imports of the components that the section uses. */
  readonly imports: readonly Span[];
}

export function needsOf(page: Page, section: Span): SectionNeeds {
  const text = page.text.slice(section.start, section.end);
  const labels = new Set(
    [...text.matchAll(/\[([^\][\n]{1,200})\]/gu)].map((match) => (match[1] ?? "").toLowerCase()),
  );
  const isInSection = isWithin(section);
  const isCode = createOverlapTest(page.code);
  const candidates = linesOf(page).filter((line) => {
    return /^(?: {0,3}\[|import\s)/u.test(page.text.slice(line.start, line.start + 7)) && !isInSection(line);
  });
  const outside = candidates.filter((line) => !isCode(line));
  const definitions = outside.filter((line) => {
    const label = /^ {0,3}\[([^\]\n]{1,200})\]:/u.exec(page.text.slice(line.start, line.end))?.[1];
    return label !== undefined && labels.has(label.toLowerCase());
  });
  const statements = outside.filter((line) => page.text.startsWith("import", line.start));
  const imports =
    page.syntax === "mdx"
      ? statements.slice(0, limits.importLinesMax).filter((line) => isUsed(importedIn(page.text, line), text))
      : [];
  return { definitions, imports };
}

/** The names that a single-line import makes available. Empty for other lines. */
export function importedIn(text: string, { start, end }: Span): readonly string[] {
  const names = /^import\s([^"']{1,300})\sfrom\s/u.exec(text.slice(start, end))?.[1] ?? "";
  return [...names.matchAll(/(?:^|[{,]|\bas\s)\s*([A-Za-z_$][\w$]*)\s*(?=[},]|$)/gu)].map(
    (match) => match[1] ?? "",
  );
}

function isUsed(names: readonly string[], text: string): boolean {
  return names.some((name) => text.includes(`<${name}`) || text.includes(`{${name}`));
}

function linesOf({ text }: Page): Span[] {
  const lines: Span[] = [];
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf("\n", start);
    const end = newline === -1 ? text.length : newline + 1;
    lines.push({ start, end });
    start = end;
  }
  return lines;
}
