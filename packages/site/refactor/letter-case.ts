/**
 * Writes `to` in the letter case of `found`, an occurrence of `from`. When Acme Cloud becomes Acme Platform, ACME CLOUD
 * becomes ACME PLATFORM, and Acme cloud becomes Acme platform. Words with inner capitals (GitHub, iPadOS) keep them
 * unless `found` is all uppercase or all lowercase. Returns `to` as it is if `found` follows none of these patterns.
 */
export function fitCase(found: string, from: string, to: string): string {
  if (found === from) return to;
  if (isUpper(found) && !isUpper(from)) return to.toUpperCase();
  if (isLower(found)) return to.toLowerCase();
  const words = found.split(" ");
  const [first = "", ...rest] = words;
  if (!isCapitalized(first)) return to;
  const [toFirst = "", ...toRest] = to.split(" ");
  if (rest.length > 0 && words.every(isCapitalized)) return to.split(" ").map(capitalize).join(" ");
  if (!rest.every(isLower)) return to;
  // If `from` has no capitals, the capitals in `to` belong to names and stay.
  return [capitalize(toFirst), ...(isLower(from) ? toRest : toRest.map(uncapitalize))].join(" ");
}

/** The plural of an English noun phrase by the regular rules. A phrase that ends in s stays as it is. */
export function pluralOf(phrase: string): string {
  if (/s$/iu.test(phrase)) return phrase;
  if (/(?:x|z|ch|sh)$/iu.test(phrase)) return `${phrase}es`;
  if (/[^aeiou\P{L}]y$/iu.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  return `${phrase}s`;
}

/** Requires two letters, because a single capital may start a sentence. */
function isUpper(text: string): boolean {
  return text === text.toUpperCase() && /\p{L}.*\p{L}/su.test(text) && text !== text.toLowerCase();
}

function isLower(text: string): boolean {
  return text === text.toLowerCase();
}

function isCapitalized(word: string): boolean {
  return /^\P{L}*[\p{Lu}\p{Lt}][^\p{Lu}]*$/u.test(word);
}

function capitalize(word: string): string {
  // iPadOS: the lowercase letter is part of the name.
  if (/^\p{Ll}+\p{Lu}/u.test(word)) return word;
  const first = word.match(/^./u)?.[0] ?? "";
  return first.toUpperCase() + word.slice(first.length);
}

function uncapitalize(word: string): string {
  return isCapitalized(word) ? word.toLowerCase() : word;
}
