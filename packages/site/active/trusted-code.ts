import type { Page, Span } from "../page.ts";
import { backtickSpans } from "./backtick-spans.ts";
import type { FrameworkRules } from "./frameworks.ts";

/** A range that every parser of the framework displays as code, so that nothing in it is executed. */
export interface TrustedCode extends Span {
  readonly kind: "fenced" | "indented" | "inline";
  /** The text after the opening fence, such as `js title="a.js"`. */
  readonly info: string;
}

/**
 * The code on the page, up to the first place where the framework's own parser may disagree with this package's. In
 * frameworks with `:::` containers, a fence in a container ends with the container. Python-Markdown reads only closed
 * fences as code, and only those with known words after the opening fence. After the first disagreement, no code is
 * trusted.
 */
export function trustedCode(page: Page, rules: FrameworkRules): TrustedCode[] {
  const { text } = page;
  const trusted: TrustedCode[] = [];
  const inline = rules.isPython ? backtickSpans(text) : null;
  let depth = 0;
  let at = 0;
  for (const span of page.code) {
    if (span.start < at) continue;
    if (rules.hasContainers) depth = containersAfter(text.slice(at, span.start), depth);
    at = span.end;
    const code = kindOf(text, span);
    if (code.kind === "indented" && rules.isPython) continue;
    if (code.kind === "inline" && inline?.has(span.start) === false) continue;
    if (code.kind === "fenced" && !isClosed(text, code, rules)) break;
    if (depth > 0 && /^[ \t>]*:{3,}[ \t]*$/mu.test(text.slice(span.start, span.end))) break;
    trusted.push(code);
  }
  return trusted;
}

/** Counts open `:::` containers. A count that is too high is safe: it only means that less code is trusted. */
function containersAfter(text: string, before: number): number {
  let depth = before;
  for (const [, name] of text.matchAll(/^[ \t>]*(?:[-*+] |\d+[.)] )*[ \t>]*:{3,}[ \t]*(\S)?/gmu))
    depth = Math.max(0, depth + (name === undefined ? -1 : 1));
  return depth;
}

function kindOf(text: string, { start, end }: Span): TrustedCode {
  if (text[start - 1] === "`") return { start, end, kind: "inline", info: "" };
  const lineStart = text.lastIndexOf("\n", start - 2) + 1;
  const fence = text[start - 1] === "\n" ? openingFence.exec(text.slice(lineStart, start - 1)) : null;
  return { start, end, kind: fence === null ? "indented" : "fenced", info: fence?.[2] ?? "" };
}

const openingFence = /^[ \t>]*(?:(?:[-*+]|\d+[.)])[ \t]+)*(?:[-*+]?[ \t>]*)(`{3,}|~{3,})(.*)$/u;

/** The text that fenced_code and SuperFences accept after the opening fence. */
const pythonInfo = /^[ \t]*(?:\{[^\n]*\}|\.?[\w#.+-]*(?:[ \t]+[\w-]+=(?:"[^"]*"|'[^']*'))*)[ \t]*\r?$/u;

function isClosed(text: string, { start, end, info }: TrustedCode, { isPython }: FrameworkRules): boolean {
  const feed = text.indexOf("\n", end);
  const closing = /^([ \t>]*)(`{3,}|~{3,})[ \t]*\r?$/u.exec(text.slice(end, feed < 0 ? text.length : feed));
  if (closing === null) return false;
  if (!isPython) return true;
  const lineStart = text.lastIndexOf("\n", start - 2) + 1;
  const opening = /^([ \t>]*)(`{3,}|~{3,})/u.exec(text.slice(lineStart, start));
  return opening?.[0].trimEnd() === `${closing[1]}${closing[2]}` && pythonInfo.test(info);
}
