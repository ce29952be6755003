/** Returns whether `text` has at most `max` Unicode code points. Stops reading as early as possible. */
export function codePointsUpTo(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  let count = 0;
  for (const _ of text) if (++count > max) return false;
  return true;
}

/** Returns whether every supported database stores the text unchanged. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
