import { type Found, flat } from "./active-part.ts";
import type { FrameworkRules } from "./frameworks.ts";

/**
 * Finds content that a build inserts from other files, and text that it executes. All of these constructs also work in
 * code.
 */
export function partsOfIncludes(text: string, start: number, rules: FrameworkRules): Found[] {
  if (rules.templates === "vue") return patterns(text, start, vueIncludes);
  if (!rules.isPython) return patterns(text, start, [snippet]);
  return [...patterns(text, start, pythonIncludes), ...snippetBlocks(text, start)];
}

interface IncludePattern {
  readonly pattern: RegExp;
  readonly kind: Found["kind"];
}

const snippet: IncludePattern = { pattern: /^.*-{1,20}8<-{1,20}[^\S\n]*(\S.*)$/gmu, kind: "include" };

const vueIncludes: readonly IncludePattern[] = [
  { pattern: /<!--\s*@include:\s*([^\n>]*)/gu, kind: "include" },
  { pattern: /^[ \t>*+.)\d-]*<<<(.*)$/gmu, kind: "include" },
];

const pythonIncludes: readonly IncludePattern[] = [
  snippet,
  { pattern: /\{!([^\n{]{0,500}?)!\}/gu, kind: "include" },
  // markdown-exec runs such fences.
  { pattern: /^[ \t>]*(?:```|~~~)[^\n]*\bexec\b.*$/gmu, kind: "include" },
  // mkdocstrings imports the module.
  { pattern: /^[ \t]*:::[ \t]+([\w.]+)/gmu, kind: "include" },
  { pattern: /^[ \t>]*\/{3,}[ \t]*html[ \t]*\|.*$/gmu, kind: "element" },
];

function patterns(text: string, start: number, list: readonly IncludePattern[]): Found[] {
  return list.flatMap(({ pattern, kind }) =>
    [...text.matchAll(pattern)]
      .filter(({ index }) => index >= start)
      .map(({ 0: whole, 1: target, index: at }) => ({
        kind,
        name: flat(target ?? whole)
          .replace(/ ?-{0,2}$/u, "")
          .slice(0, 200),
        text: flat(whole),
        at,
      })),
  );
}

/** A line that contains only `--8<--` opens or closes a list of files, one per line. */
function snippetBlocks(text: string, start: number): Found[] {
  const found: Found[] = [];
  let isOpen = false;
  let at = 0;
  for (const line of text.split("\n")) {
    if (/^[ \t>]*-{1,20}8<-{1,20}[ \t]*\r?$/u.test(line)) isOpen = !isOpen;
    else if (isOpen && at >= start && line.trim() !== "")
      found.push({ kind: "include", name: line.trim().slice(0, 200), text: flat(line), at });
    at += line.length + 1;
  }
  return found;
}
