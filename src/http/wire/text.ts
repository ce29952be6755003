/** Whether a text has at most `max` Unicode code points. Reads no further than it must. */
export function codePointsUpTo(text: string, max: number): boolean {
  if (text.length <= max) return true;
  if (text.length > 2 * max) return false;
  let count = 0;
  for (const _ of text) if (++count > max) return false;
  return true;
}

/** Whether a text comes back from every store as it was sent. */
export function isStorable(text: string): boolean {
  return text.isWellFormed() && !text.includes("\0");
}
