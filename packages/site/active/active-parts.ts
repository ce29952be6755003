import { headingId } from "../markdown/disguise.ts";
import { skipBraces } from "../markdown/tags.ts";
import type { Page } from "../page.ts";
import type { ActivePart } from "./active-part.ts";
import { isLiteral } from "./literal.ts";
import { codeAddressAt, type Found, findMarkup, flat, isCodeAddress } from "./markup.ts";
import { codeOf } from "./rendered-text.ts";

/**
 * Finds a page's active parts, in no particular order. Deliberately finds more than any single parser would, because a
 * person reviews new parts that are doubtful. Only code that is displayed as code is left out. Takes linear time.
 */
export function activeParts(page: Page, dialect: string): ActivePart[] {
  const isMdx = page.syntax === "mdx" || /\.mdx$/iu.test(page.path);
  const text = blanked(page.text, codeOf(page), page.frontmatter?.block.end ?? 0);
  const body = { text, start: page.frontmatter?.block.end ?? 0, page };
  const found = [
    ...findMarkup({ raw: page.text, text, isJsx: isMdx }),
    ...linkAddresses(page),
    ...findComments(body),
    ...findIncludes(page.text),
    ...(isMdx ? [...findStatements(body), ...findExpressions(body)] : []),
    ...findTemplates(body, dialect),
    ...findMetadata(page),
  ];
  return found.map(({ at, ...part }) => ({ ...part, line: page.lineAt(at) }));
}

/** Finds the active parts of text that is not a page, such as a configuration file. */
export function activePartsOfText(text: string): ActivePart[] {
  return findMarkup({ raw: text, text, isJsx: false }).map(({ at, ...part }) => ({
    ...part,
    line: text.slice(0, at).split("\n").length,
  }));
}

interface Body {
  /** The whole page with its code blanked out. */
  readonly text: string;
  readonly start: number;
  readonly page: Page;
}

function blanked(text: string, code: Page["code"], from: number): string {
  let result = "";
  let at = 0;
  for (const { start, end } of code) {
    if (start < Math.max(at, from)) continue;
    result += text.slice(at, start) + text.slice(start, end).replace(/[^\r\n]/gu, " ");
    at = end;
  }
  return result + text.slice(at);
}

function linkAddresses(page: Page): Found[] {
  return page.links
    .filter(({ href }) => isCodeAddress(href))
    .map(({ href, start }) => codeAddressAt(href, href.slice(0, 500), start));
}

/** Comments in HTML and MDX, and the two forms that misuse a link definition as a comment. */
const comments =
  /<!--[\s\S]*?(?:-->|$(?![\s\S]))|\{\s*\/\*[\s\S]*?\*\/\s*\}|^\[(?:\/\/|comment|[^\]\n]{0,30})\]:[ \t]*(?:#|<>)[ \t]*(?:\([^)\n]*\)|"[^"\n]*"|'[^'\n]*')/gmu;

function findComments({ text, start, page }: Body): Found[] {
  if (!/<!--|\/\*|\]:/u.test(text)) return [];
  return [...text.matchAll(comments)]
    .filter(({ index }) => index >= start)
    .map(({ 0: whole, index: at }) => ({
      kind: "comment" as const,
      name: "comment",
      text: flat(page.text.slice(at, at + whole.length)),
      at,
    }));
}

/** PyMdown snippets, which also work inside code. They include any file on the build machine, or a URL. */
function findIncludes(text: string): Found[] {
  if (!text.includes("8<")) return [];
  return [...text.matchAll(/^.*-{1,20}8<-{1,20}.*$/gmu)].map(({ 0: line, index: at }) => ({
    kind: "include" as const,
    name: flat(line).slice(0, 100),
    text: flat(line),
    at,
  }));
}

/** Matches only at the start of a line and in MDX's syntax, so that words in a sentence do not match. */
const statement =
  /^(?:import(?:\s*["'{*]|\s+[\w$]+\s*(?:,|from\b))|export\s*(?:[{*]|(?:const|let|var|function|class|default|async|enum|type)\b))/gmu;

function findStatements({ text, start, page }: Body): Found[] {
  const found: Found[] = [];
  for (const { 0: head, index: at } of text.matchAll(statement)) {
    if (at < start) continue;
    // The statement ends at a blank line that is not followed by an indented or closing line.
    const blank = text.slice(at).search(/\n[ \t]*\r?\n(?![ \t}\])])/u);
    const whole = page.text.slice(at, blank < 0 ? page.text.length : at + blank);
    if (head.startsWith("export")) {
      found.push({ kind: "export", name: flat(whole).slice(0, 60), text: flat(whole), at });
      continue;
    }
    // If anything follows the import on its line, it is more than an import, so its whole text becomes its name.
    const source = /^import\s*(?:[^"']*?\sfrom\s*)?["']([^"'\n]+)["'][ \t]*;?[ \t]*\r?(?:\n|$)/u.exec(
      whole,
    )?.[1];
    found.push({ kind: "import", name: source ?? flat(whole), text: flat(whole), at });
  }
  return found;
}

/** How far to search for the end of an expression. */
const expressionCharsMax = 20_000;

/** Finds any `{…}`, including in attributes, that is not a literal, a comment or a heading ID. */
function findExpressions({ text, start, page }: Body): Found[] {
  const found: Found[] = [];
  let unclosed = 0;
  for (let at = text.indexOf("{", start); at >= 0; at = text.indexOf("{", at)) {
    if (isEscaped(text, at)) {
      at++;
      continue;
    }
    const end = unclosed > 100 ? -1 : skipBraces(text, at, Math.min(text.length, at + expressionCharsMax));
    if (end < 0) unclosed++;
    const stop = end < 0 ? endOfLine(text, at) : end;
    const inner = text.slice(at + 1, end < 0 ? stop : stop - 1);
    if (!isComment(inner) && !isLiteral(inner) && !isHeadingId(text, at))
      found.push({
        kind: "expression",
        name: flat(page.text.slice(at, stop)).slice(0, 80),
        text: flat(page.text.slice(at, stop)),
        at,
      });
    at = stop;
  }
  return found;
}

function isComment(inner: string): boolean {
  return /^\s*$|^\s*\/\*(?:(?!\*\/)[\s\S])*\*\/\s*$/u.test(inner);
}

function isHeadingId(text: string, at: number): boolean {
  const start = text.lastIndexOf("\n", at) + 1;
  const found = headingId(text.slice(start, endOfLine(text, at)));
  return found !== null && start + found.start === at;
}

function isEscaped(text: string, at: number): boolean {
  let slashes = 0;
  while (text[at - 1 - slashes] === "\\") slashes++;
  return slashes % 2 === 1;
}

function endOfLine(text: string, at: number): number {
  const feed = text.indexOf("\n", at);
  return feed < 0 ? text.length : feed;
}

/** Vue's `{{ … }}` is JavaScript. Jinja (MkDocs macros) also works in code. GitBook's tags are components. */
function findTemplates({ text, page }: Body, dialect: string): Found[] {
  if (dialect === "vitepress") return templates(text, /\{\{[\s\S]{0,2000}?\}\}/gu, "expression");
  if (dialect === "mkdocs")
    return templates(page.text, /\{\{[\s\S]{0,2000}?\}\}|\{%[\s\S]{0,2000}?%\}/gu, "include");
  if (dialect !== "gitbook") return [];
  return [...text.matchAll(/\{%\s*([\w-]+)/gu)].map(({ 1: name = "", index: at }) => ({
    kind: "component" as const,
    name: `{% ${name} %}`,
    text: name,
    at,
  }));
}

function templates(text: string, pattern: RegExp, kind: "expression" | "include"): Found[] {
  return [...text.matchAll(pattern)].map(({ 0: whole, index: at }) => ({
    kind,
    name: flat(whole).slice(0, 80),
    text: flat(whole),
    at,
  }));
}

/** Frontmatter fields through which a page loads code, or selects another layout. */
const buildFields = new Set(
  "head script scripts style styles css js layout template hooks customcss customjs extra_css extra_javascript component redirect redirect_to refresh".split(
    " ",
  ),
);

function findMetadata({ frontmatter }: Page): Found[] {
  if (frontmatter === null) return [];
  return [...frontmatter.data]
    .filter(([key]) => buildFields.has(key.toLowerCase()))
    .map(([key, value]) => {
      const text = `${key}: ${JSON.stringify(value) ?? ""}`;
      return { kind: "metadata", name: key, text, at: frontmatter.block.start };
    });
}
