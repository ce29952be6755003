import { isOrdinary } from "./ordinary.ts";
import type { ParseAs } from "./parse-page.ts";

/**
 * Whether a page must be parsed in another process. MDX with expressions or module statements goes to a JavaScript
 * parser that takes exponential time on some short inputs (`{<a>{<a>{…`), and native code cannot be interrupted. All
 * other pages need another process only if they are unusually long or deeply nested. `bytes` is the text in UTF-8.
 */
export function needsParserProcess(text: string, bytes: Uint8Array, parseAs: ParseAs): boolean {
  return (parseAs !== "md" && hasCode(text)) || !isOrdinary(bytes);
}

/** Conservative: matches a brace anywhere, and a line that starts like a module statement. */
function hasCode(text: string): boolean {
  return text.includes("{") || hasLineStart(text, "import") || hasLineStart(text, "export");
}

function hasLineStart(text: string, word: string): boolean {
  for (let at = text.indexOf(word); at >= 0; at = text.indexOf(word, at + 1)) {
    let before = at - 1;
    while (before >= 0 && " \t>".includes(text[before] ?? "")) before--;
    if (before < 0 || "\n\r\ufeff".includes(text[before] ?? "")) return true;
  }
  return false;
}
