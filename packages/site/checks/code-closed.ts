import type { Page } from "../page.ts";
import type { PageRule } from "./check.ts";

/**
 * An unclosed code block includes the text that follows it, or ends with the element around it. The result depends on
 * the renderer, and is never what the author intended.
 */
export const codeClosed: PageRule = {
  kind: "page",
  name: "code-closed",
  title: "Code blocks are closed",
  check(page) {
    return page.code.flatMap(({ start, end }) => {
      const opening = lineBefore(page, start);
      const mark = /^[\s>]*(?:(?:[-*+]|\d{1,9}[.)])\s+)*(`{3,}|~{3,})/u.exec(opening)?.[1];
      if (mark === undefined || isClosed(page, end, mark)) return [];
      const message = `This code block is not closed. Add a line with ${mark} after its last line.`;
      return [{ path: page.path, line: page.lineAt(start) - 1, message, detail: opening.trim() }];
    });
  },
};

/** The line before a block's content; empty for inline code. */
function lineBefore({ text }: Page, start: number): string {
  return text[start - 1] === "\n" ? text.slice(text.lastIndexOf("\n", start - 2) + 1, start - 1) : "";
}

function isClosed({ text }: Page, end: number, mark: string): boolean {
  const newline = text.indexOf("\n", end);
  const line = text.slice(end, newline === -1 ? text.length : newline).replace(/^[\s>]+|\s+$/gu, "");
  return line.length >= mark.length && line === (mark[0] ?? "").repeat(line.length);
}
