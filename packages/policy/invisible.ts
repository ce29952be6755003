/**
 * Finds text that people don't see but a language model reads: tags, zero-width characters, controls that change the
 * direction of text, and unneeded variation selectors. Characters that scripts and emoji need are kept: a joiner
 * between letters that join, one selector after a character, and the tags of a flag.
 */

/** An invisible character. Messages use `name`, such as `U+200B`. */
export interface Invisible {
  /** UTF-16 offset. */
  readonly at: number;
  readonly length: number;
  readonly name: string;
}

/** Finds invisible characters, in order, in linear time. Text without such characters requires only one test. */
export function findInvisible(text: string): Invisible[] {
  if (!suspicious.test(text)) return [];
  const found: Invisible[] = [];
  for (const match of text.matchAll(candidates)) {
    const [whole] = match;
    if (isNeeded(text, match.index, whole)) continue;
    const name = `U+${(whole.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}`;
    found.push({ at: match.index, length: whole.length, name });
  }
  return found;
}

/** Removes invisible characters and returns their number. */
export function stripInvisible(text: string): { readonly text: string; readonly count: number } {
  const found = findInvisible(text);
  if (found.length === 0) return { text, count: 0 };
  let shown = "";
  let at = 0;
  for (const { at: start, length } of found) {
    shown += text.slice(at, start);
    at = start + length;
  }
  return { text: shown + text.slice(at), count: found.length };
}

const suspicious =
  /\p{Cf}|\u034f|[\u115f\u1160]|\u17b4|\u17b5|[\u180b-\u180f]|[\u3164\uffa0]|[\u{e0000}-\u{e0fff}]|[\ufe00-\ufe0f]|[^\P{Cc}\t\n\r]/u;
const candidates = new RegExp(suspicious, "gu");

/** Signs around numbers and verses, which are `Cf` but visible. */
const seen = /[\u0600-\u0605\u06dd\u070f\u0890\u0891\u08e2\u{110bd}\u{110cd}\u{13430}-\u{1343f}]/u;

function isNeeded(text: string, at: number, char: string): boolean {
  if (seen.test(char)) return true;
  const before = characterBefore(text, at);
  const after = characterAt(text, at + char.length);
  switch (char) {
    // A byte order mark is needed only at the start. A soft hyphen is visible if a line breaks there.
    case "\ufeff":
      return at === 0;
    case "\u00ad":
      return /\p{L}/u.test(before) && /\p{L}/u.test(after);
    case "\u200d":
      return isJoined(before) && isJoined(after);
    case "\u200c":
      return /\p{L}|\p{M}/u.test(before) && joining.test(before) && joining.test(after);
    // Right-to-left text needs these marks. The controls that can disguise code are not among them.
    case "\u200e":
    case "\u200f":
      return rightToLeft.test(before) || rightToLeft.test(after);
    default:
      return isSelector(char) ? takesSelector(char, before) : isFlagTag(text, at, char);
  }
}

/** Scripts in which a joiner changes the letters around it. */
const joining =
  /[\p{Script=Arabic}\p{Script=Syriac}\p{Script=Mongolian}\p{Script=Devanagari}\p{Script=Bengali}\p{Script=Gurmukhi}\p{Script=Gujarati}\p{Script=Oriya}\p{Script=Tamil}\p{Script=Telugu}\p{Script=Kannada}\p{Script=Malayalam}\p{Script=Sinhala}\p{Script=Khmer}\p{Script=Myanmar}]/u;
const rightToLeft = /[\p{Script=Arabic}\p{Script=Hebrew}\p{Script=Syriac}\p{Script=Thaana}]/u;

function isJoined(char: string): boolean {
  return /\p{Extended_Pictographic}|\ufe0f|[\u{1f3fb}-\u{1f3ff}]/u.test(char) || joining.test(char);
}

function isSelector(char: string): boolean {
  return /[\ufe00-\ufe0f\u180b-\u180d\u180f\u{e0100}-\u{e01ef}]/u.test(char);
}

/** Allows one selector after a character that has several shapes. A second selector in a row carries hidden data. */
function takesSelector(char: string, before: string): boolean {
  // Selectors beyond U+FFFF, which have two code units, are only for ideographs.
  return (char.length === 2 ? ideograph : shaped).test(before);
}

const ideograph = /\p{Ideographic}/u;
const shaped =
  /[\p{Extended_Pictographic}\p{Emoji}\p{Ideographic}\p{Sm}\p{Script=Mongolian}\p{Script=Myanmar}\u2190-\u21ff]/u;

/** Allows the tags after a black flag, up to the end tag: the flags of England, Scotland and Wales. */
function isFlagTag(text: string, at: number, char: string): boolean {
  if (!/[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}\u{e007f}]/u.test(char)) return false;
  // Searches only near the tag, because text with many tags would otherwise take quadratic time.
  const from = Math.max(0, at - flagCharsMax);
  const found = text.slice(from, at).lastIndexOf("\u{1f3f4}");
  if (found < 0) return false;
  const start = from + found;
  return /^\u{1f3f4}[\u{e0030}-\u{e0039}\u{e0061}-\u{e007a}]{4,5}\u{e007f}/u.test(
    text.slice(start, start + flagCharsMax + 4),
  );
}

/** The flag, five tags and the end tag, with two code units each. */
const flagCharsMax = 14;

function characterAt(text: string, at: number): string {
  const code = text.codePointAt(at);
  return code === undefined ? "" : String.fromCodePoint(code);
}

function characterBefore(text: string, at: number): string {
  const low = text.charCodeAt(at - 1);
  return text.slice(low >= 0xdc00 && low <= 0xdfff ? at - 2 : at - 1, at);
}
