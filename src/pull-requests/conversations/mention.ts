/** Escapes the characters that could change the pattern: all that don't occur in user names on code hosts. */
const inPattern = (name: string) =>
  name.replace(/[^A-Za-z0-9_-]/gu, (char) => `\\u{${char.codePointAt(0)?.toString(16)}}`);

/**
 * Returns the instruction in a comment as readers see the comment, or null if none of `names` is mentioned. HTML
 * comments and invisible characters are ignored, and so are mentions in quotations and code. Runs in linear time.
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

/** Removes HTML comments and invisible characters, which readers of a comment don't see. */
export function visibleText(text: string): string {
  return text
    .toWellFormed()
    .replace(/\r\n?/gu, "\n")
    .replace(/<!--[\s\S]*?(?:-->|$)/gu, "")
    .replace(/[\p{Cc}\p{Cf}\p{Co}\p{Cn}\u115f\u1160\u3164\uffa0\p{Variation_Selector}]/gu, keepPlain);
}

/** Keeps line breaks and tabs, and joiners between letters, which some scripts need. */
function keepPlain(char: string, at: number, text: string): string {
  if (char === "\n" || char === "\t") return char;
  const joins = char === "\u200c" || char === "\u200d";
  return joins && /\p{L}/u.test(text[at - 1] ?? "") && /\p{L}/u.test(text[at + 1] ?? "") ? char : "";
}

/** Removes quotations, fenced blocks and inline code. */
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
