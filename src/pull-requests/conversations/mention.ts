/** Names as code hosts have them; anything else in a pattern would be a fault of ours. */
const inPattern = (name: string) =>
  name.replace(/[^A-Za-z0-9_-]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

/**
 * What a comment asks of the bot, as a reader of its page sees it; null where none of `names` is mentioned. What does
 * not show (HTML comments, characters without a glyph) does not ask; a mention in a quotation or in code is somebody
 * else's. Takes time linear in the comment.
 */
export function instructionIn(comment: string, names: readonly string[]): string | null {
  const seen = visibleText(comment);
  const mention = new RegExp(
    `(?<![\\p{L}\\p{N}_@/.-])@(?:${names.map(inPattern).join("|")})(?:\\[bot\\])?(?![\\p{L}\\p{N}_-])[,:]?`,
    "giu",
  );
  if (!mention.test(ownWords(seen))) return null;
  return seen
    .replace(mention, "")
    .replace(/[ \t]+$/gmu, "")
    .trim();
}

/** A comment as its readers see it: without HTML comments, and without characters that show nothing. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, "\n")
    .replace(/<!--[\s\S]*?(?:-->|$)/gu, "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu, keepPlain);
}

/** Line breaks and tabs show; joiners between letters do in the scripts that need them. */
function keepPlain(char: string, at: number, text: string): string {
  if (char === "\n" || char === "\t") return char;
  const joins = char === "\u200c" || char === "\u200d";
  return joins && /\p{L}/u.test(text[at - 1] ?? "") && /\p{L}/u.test(text[at + 1] ?? "") ? char : "";
}

/** Without quotations, fenced blocks and code in a line. */
function ownWords(text: string): string {
  let fence: string | null = null;
  const lines: string[] = [];
  for (const line of text.split("\n")) {
    const mark = /^ {0,3}(`{3,}|~{3,})/u.exec(line)?.[1]?.slice(0, 3) ?? null;
    if (mark !== null && (fence === null || fence === mark)) fence = fence === null ? mark : null;
    else if (fence === null && !/^ {0,3}>/u.test(line)) lines.push(line.replace(/`[^`\n]*`/gu, ""));
  }
  return lines.join("\n");
}
