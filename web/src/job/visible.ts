const hidden = /[\p{Cc}\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/gu;

/**
 * Replaces control characters and bidirectional marks with their code points. These invisible characters can make code
 * look different from what it does.
 */
export function visible(text: string): string {
  return text.replace(hidden, (char) =>
    char === "\t" ? char : `[U+${(char.codePointAt(0) ?? 0).toString(16).toUpperCase().padStart(4, "0")}]`,
  );
}
