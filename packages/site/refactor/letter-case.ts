/**
 * `to` in the letter case in which `found` writes `from`: ACME CLOUD becomes ACME PLATFORM, acme cloud acme
 * platform, Acme cloud Acme platform. Words with capitals inside of them (GitHub, iPadOS) keep these unless the
 * place is all capitals or all small. A place that follows no such pattern gets `to` as it is.
 */
export function fitCase(found: string, from: string, to: string): string {
  if (found === from) return to;
  if (isUpper(found) && !isUpper(from)) return to.toUpperCase();
  if (isLower(found)) return to.toLowerCase();
  const words = found.split(" ");
  const [first = "", ...rest] = words;
  if (!isCapitalised(first)) return to;
  const [toFirst = "", ...toRest] = to.split(" ");
  if (rest.length > 0 && words.every(isCapitalised)) return to.split(" ").map(capitalise).join(" ");
  if (!rest.every(isLower)) return to;
  // Where `from` has no capitals of its own, those of `to` are names and stay.
  return [capitalise(toFirst), ...(isLower(from) ? toRest : toRest.map(uncapitalise))].join(" ");
}

/** The plural of an English noun phrase, after the regular rules; one that ends in s stays as it is. */
export function pluralOf(phrase: string): string {
  if (/s$/iu.test(phrase)) return phrase;
  if (/(?:x|z|ch|sh)$/iu.test(phrase)) return `${phrase}es`;
  if (/[^aeiou\P{L}]y$/iu.test(phrase)) return `${phrase.slice(0, -1)}ies`;
  return `${phrase}s`;
}

/** Two letters at least: a lone capital is how a sentence begins. */
function isUpper(text: string): boolean {
  return text === text.toUpperCase() && /\p{L}.*\p{L}/su.test(text) && text !== text.toLowerCase();
}

function isLower(text: string): boolean {
  return text === text.toLowerCase();
}

function isCapitalised(word: string): boolean {
  return /^\P{L}*[\p{Lu}\p{Lt}][^\p{Lu}]*$/u.test(word);
}

function capitalise(word: string): string {
  // iPadOS: the small letter is part of the name.
  if (/^\p{Ll}+\p{Lu}/u.test(word)) return word;
  const first = word.match(/^./u)?.[0] ?? "";
  return first.toUpperCase() + word.slice(first.length);
}

function uncapitalise(word: string): string {
  return isCapitalised(word) ? word.toLowerCase() : word;
}
