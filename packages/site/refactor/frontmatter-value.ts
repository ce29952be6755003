import { isDeepStrictEqual } from "node:util";
import { type Document, isMap, isNode, isScalar, type Pair, parseDocument, Scalar, stringify } from "yaml";
import type { Page } from "../page.ts";
import type { FrontmatterScalar } from "./report.ts";

type Quotes = "PLAIN" | "QUOTE_DOUBLE" | "QUOTE_SINGLE";

/**
 * Returns the page's text with one top-level key of its YAML frontmatter set to `value`. Returns null if that is not
 * safe: the frontmatter is broken, is not a block mapping or is TOML, or the old value has an anchor. Only the value's
 * own bytes change. A page without frontmatter gets a new block, after its byte order mark.
 */
export function setFrontmatterValue(
  page: Pick<Page, "text" | "frontmatter" | "lineEnding">,
  key: string,
  value: FrontmatterScalar,
): string | null {
  if (typeof value === "string" && !value.isWellFormed()) return null;
  const { text, frontmatter } = page;
  if (frontmatter === null) return withNewBlock(page, `${key}: ${written(value, "PLAIN")}`);
  if (frontmatter.format !== "yaml" || frontmatter.problems.length > 0) return null;
  const { start, end } = frontmatter.content;
  const content = text.slice(start, end);
  const edited = edit(content, key, value, page.lineEnding);
  return edited === null ? null : text.slice(0, start) + edited + text.slice(end);
}

function withNewBlock(page: Pick<Page, "text" | "lineEnding">, line: string): string {
  const bom = page.text.startsWith("\ufeff") ? 1 : 0;
  const rest = page.text.slice(bom);
  const gap = rest === "" || /^\r?\n/u.test(rest) ? "" : page.lineEnding;
  return page.text.slice(0, bom) + ["---", line, "---", gap + rest].join(page.lineEnding);
}

function edit(content: string, key: string, value: FrontmatterScalar, lineEnding: string): string | null {
  const document = parseYaml(content);
  if (document === null) return null;
  const { contents } = document;
  if (contents !== null && !(isMap(contents) && contents.flow !== true)) return null;
  const pairs = isMap(contents) ? (contents.items as readonly Pair[]) : [];
  const index = pairs.findIndex((pair) => isScalar(pair.key) && pair.key.value === key);
  const pair = pairs[index];
  const edited =
    pair === undefined
      ? added(content, pairs, { key, value, lineEnding })
      : replaced(content, pair, value, lineEnding);
  return edited !== null && isWhatWasMeant(document, edited, key, value) ? edited : null;
}

/** Returns null for YAML with errors. The library recurses, so unclosed brackets can exhaust the stack. */
function parseYaml(content: string): Document.Parsed | null {
  try {
    const document = parseDocument(content, { logLevel: "silent", strict: true, uniqueKeys: true });
    return document.errors.length > 0 ? null : document;
  } catch {
    return null;
  }
}

/** Returns null if aliases expand beyond the library's limit. */
function plain(document: Document.Parsed): Record<string, unknown> | null {
  try {
    return (document.toJS() ?? {}) as Record<string, unknown>;
  } catch {
    return null;
  }
}

function replaced(content: string, pair: Pair, value: FrontmatterScalar, lineEnding: string): string | null {
  const old = pair.value;
  if (!isNode(old) || !old.range || !isScalar(pair.key) || !pair.key.range) return null;
  if ("anchor" in old && old.anchor !== undefined) return null;
  const [start, end] = old.range;
  const colon = content.indexOf(":", pair.key.range[1]);
  if (colon === -1) return null;
  const text = written(value, quotesOf(old) ?? "PLAIN");
  // Start at the colon if the value is empty or starts on its own line.
  const begins = end === start || content.slice(colon, start).includes("\n") ? colon + 1 : start;
  const wholeLines = content.slice(begins, end).endsWith("\n");
  return (
    content.slice(0, begins) +
    (begins === colon + 1 ? " " : "") +
    text +
    (wholeLines ? lineEnding : "") +
    content.slice(end === start ? emptyValueEnd(content, colon + 1) : end)
  );
}

/** Skips the spaces after the colon of an empty value, unless a comment follows. */
function emptyValueEnd(content: string, at: number): number {
  const line = /^[ \t]*/u.exec(content.slice(at))?.[0].length ?? 0;
  return content[at + line] === "#" ? at : at + line;
}

function added(
  content: string,
  pairs: readonly Pair[],
  { key, value, lineEnding }: { key: string; value: FrontmatterScalar; lineEnding: string },
): string | null {
  const strings = pairs.map((pair) => quotesOf(pair.value)).filter((quotes) => quotes !== null);
  const quotes = typeof value === "string" ? (strings[0] ?? "PLAIN") : "PLAIN";
  const line = `${key}: ${written(value, quotes)}${lineEnding}`;
  if (content !== "" && !content.endsWith("\n")) return null;
  const at = key === "description" ? lineAfterTitle(content, pairs) : content.length;
  return content.slice(0, at) + line + content.slice(at);
}

function lineAfterTitle(content: string, pairs: readonly Pair[]): number {
  const title = pairs.find((pair) => isScalar(pair.key) && pair.key.value === "title");
  const end = isNode(title?.value) ? title.value.range?.[1] : undefined;
  if (end === undefined) return content.length;
  if (content[end - 1] === "\n") return end;
  const newline = content.indexOf("\n", end);
  return newline === -1 ? content.length : newline + 1;
}

/** Returns null unless the node is a string in one of the three inline styles. */
function quotesOf(node: unknown): Quotes | null {
  if (!isScalar(node) || typeof node.value !== "string") return null;
  const { type } = node;
  return type === "PLAIN" || type === "QUOTE_DOUBLE" || type === "QUOTE_SINGLE" ? type : null;
}

/** Writes one line of YAML, in the preferred quotes if they can hold the value, otherwise in double quotes. */
function written(value: FrontmatterScalar, quotes: Quotes): string {
  const scalar = new Scalar(value);
  if (typeof value === "string") {
    scalar.type = quotes;
    // Other parsers use YAML 1.1, in which yes and 2024-05-01 are not strings.
    const ambiguous = /^(?:y|n|yes|no|on|off|[\d.+-][\d.:_eE+-]*)$/iu.test(value);
    const needsDouble =
      /[\n\r\t\u0085\u2028\u2029\ufeff\p{Cc}]/u.test(value) || (quotes === "PLAIN" && ambiguous);
    if (needsDouble) scalar.type = "QUOTE_DOUBLE";
  }
  return stringify(scalar, {
    lineWidth: 0,
    doubleQuotedMinMultiLineLength: Number.MAX_SAFE_INTEGER,
  }).trimEnd();
}

/** Whether the new text parses as the old one except for this key. This guards against YAML's corner cases. */
function isWhatWasMeant(
  before: Document.Parsed,
  edited: string,
  key: string,
  value: FrontmatterScalar,
): boolean {
  // A line that ends the block early would cut off the rest of the frontmatter.
  if (/^(?:---|\.\.\.)[ \t]*\r?$/mu.test(edited)) return false;
  const after = parseYaml(edited);
  const old = plain(before);
  if (after === null || old === null) return false;
  return isDeepStrictEqual(plain(after), { ...old, [key]: value });
}
