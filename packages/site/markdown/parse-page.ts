import { limits } from "../limits.ts";
import type { PageProblem, Syntax } from "../page.ts";
import { type Arena, parseArena } from "./arena.ts";
import type { Dialect } from "./dialect.ts";
import { disguiseForMdx, disguiseIndentedBlocks } from "./disguise.ts";
import { findFrontmatter } from "./frontmatter.ts";
import { emptyContent, type PageContent } from "./page-content.ts";
import { readBody } from "./read-body.ts";

/** `lenient` parses as MDX and falls back to Markdown, as frameworks do with `.md` files. */
export type ParseAs = Syntax | "lenient";

/** Parses a page's whole text. Never throws because of its content. Use it only for text that passes `isOrdinary`. */
export function parsePage(text: string, parseAs: ParseAs, dialect: Dialect): PageContent {
  const frontmatter = findFrontmatter(text);
  const bodyStart = frontmatter?.block.end ?? (text.charCodeAt(0) === 0xfeff ? 1 : 0);
  const body = text.slice(bodyStart);
  const bodyLine = frontmatter === null ? 0 : countLines(text, bodyStart);
  const parsed = parseBody(body, parseAs, dialect);
  if ("failure" in parsed) {
    return { ...emptyContent(text, "mdx"), frontmatter, problem: syntaxProblem(parsed.failure, bodyLine) };
  }
  const read = readBody(parsed.arena, { text, bodyStart, bodyLine, syntax: parsed.syntax, dialect });
  const problem = excessOf(read);
  if (problem !== null) return { ...emptyContent(text, parsed.syntax), frontmatter, problem };
  return { text, syntax: parsed.syntax, frontmatter, ...read, problem: null };
}

/** Jobs visit all parts of a page without a pause, so a page with too many parts would block everything else. */
function excessOf(read: ReturnType<typeof readBody>): PageProblem | null {
  const { pageElementsMax, pageTextsMax } = limits;
  const elements = read.headings.length + read.links.length + read.attributes.length;
  const texts = (read.prose.length + read.code.length) / 2;
  if (elements <= pageElementsMax && texts <= pageTextsMax) return null;
  const [count, what, max] =
    elements > pageElementsMax
      ? [elements, "headings, links and attributes", pageElementsMax]
      : [texts, "pieces of text", pageTextsMax];
  const message = `This page has ${count} ${what}. Pages with more than ${max} are not read. Split it.`;
  return { kind: "too-large", message, line: null };
}

function parseBody(
  body: string,
  parseAs: ParseAs,
  dialect: Dialect,
): { arena: Arena; syntax: Syntax } | { failure: unknown } {
  const asMarkdown = () => {
    const source = dialect.indentedBlocks ? disguiseIndentedBlocks(body) : body;
    return { arena: parseArena(source, "md", { math: false }), syntax: "md" as const };
  };
  if (parseAs === "md") return asMarkdown();
  let failure: unknown;
  // The attempts, from strict to lenient. Nearly every page parses on the first attempt.
  for (const attempt of mdxAttempts(body)) {
    try {
      return { arena: parseArena(attempt.source(), "mdx", { math: attempt.math }), syntax: "mdx" };
    } catch (error) {
      failure ??= error;
    }
  }
  return parseAs === "lenient" ? asMarkdown() : { failure };
}

function* mdxAttempts(body: string): Generator<{ source: () => string; math: boolean }> {
  yield { source: () => body, math: false };
  const disguised = disguiseForMdx(body);
  if (disguised !== body) yield { source: () => disguised, math: false };
  if (body.includes("$")) yield { source: () => disguised, math: true };
}

function syntaxProblem(error: unknown, bodyLine: number): PageProblem {
  const message = error instanceof Error ? error.message : "";
  const place = /^(\d+):\d+: /.exec(message);
  const reason = message.slice(place?.[0].length ?? 0).replace(/ \([a-z-]+:[a-z-]+\)$/, "");
  return {
    kind: "syntax",
    message: `This page is not valid MDX: ${reason || "it cannot be read"}. Correct it. Until then, its links cannot be checked.`,
    line: place?.[1] === undefined ? null : Number(place[1]) + bodyLine,
  };
}

function countLines(text: string, end: number): number {
  let count = 0;
  for (let i = text.indexOf("\n"); i >= 0 && i < end; i = text.indexOf("\n", i + 1)) count++;
  return count;
}
