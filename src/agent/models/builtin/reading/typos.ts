/** Real words that are one letter away from a word of ours. */
const realWords = new Set(
  "charge chance chancel remote crease invert infest heater hearing healing beading painting tiled resort modes".split(
    " ",
  ),
);

/**
 * Whether someone who typed `typed` may have meant the word `meant`: two neighbouring letters swapped, one left
 * out, one doubled or slipped in, or, in longer words, one wrong. The last letter stays: `moved` is not `move`,
 * and `pages` not `page`. Both are in lower case. Only for words of ours: somebody's own text is never corrected.
 */
export function isTypo(typed: string, meant: string): boolean {
  if (typed.length < 3 || meant.length < 3 || Math.abs(typed.length - meant.length) > 1) return false;
  if (typed === meant || realWords.has(typed)) return false;
  let at = 0;
  while (at < typed.length && typed[at] === meant[at]) at++;
  if (typed.length === meant.length) {
    if (typed[at] === meant[at + 1] && typed[at + 1] === meant[at])
      return typed.slice(at + 2) === meant.slice(at + 2);
    const last = at === typed.length - 1;
    return meant.length >= 6 && at > 0 && !last && typed.slice(at + 1) === meant.slice(at + 1);
  }
  if (typed.length < meant.length) {
    const last = at === typed.length;
    // A plural is a word of its own.
    if (last && meant.endsWith("s") && !meant.endsWith("ss")) return false;
    return meant.length >= (last ? 5 : 4) && at > 0 && typed.slice(at) === meant.slice(at + 1);
  }
  const last = at === meant.length;
  if (last) return meant.length >= 4 && typed[at] === meant[at - 1];
  return meant.length >= 4 && at > 0 && typed.slice(at + 1) === meant.slice(at);
}
