import { isOrdinary } from "./ordinary.ts";
import type { ParseAs } from "./parse-page.ts";

/**
 * Whether a page must not be parsed in this process. MDX with expressions or modules in it goes to a JavaScript
 * parser that needs exponential time on some short texts (`{<a>{<a>{…`), and native code cannot be interrupted. MDX
 * without, and Markdown, only have to be of ordinary size and nesting.
 */
export function needsApart(text: Uint8Array, parseAs: ParseAs): boolean {
  return (parseAs !== "md" && hasCode(text)) || !isOrdinary(text);
}

const brace = "{".charCodeAt(0);

/** Conservative: a brace anywhere, or a line that begins as a module's statement does. */
function hasCode(text: Uint8Array): boolean {
  return text.includes(brace) || hasLineStart(text, "import") || hasLineStart(text, "export");
}

function hasLineStart(text: Uint8Array, word: string): boolean {
  const bytes = Buffer.from(text.buffer, text.byteOffset, text.byteLength);
  for (let at = bytes.indexOf(word); at >= 0; at = bytes.indexOf(word, at + 1)) {
    let before = at - 1;
    while (before >= 0 && (bytes[before] === 0x20 || bytes[before] === 0x09 || bytes[before] === 0x3e))
      before--;
    if (before < 0 || bytes[before] === 0x0a || bytes[before] === 0x0d || bytes[before] === 0xbf) return true;
  }
  return false;
}
