import { limits } from "../../limits.ts";

/**
 * Returns the exact text that an instruction quotes, and the names in it that are not ordinary words: addresses, files,
 * repositories, flags, identifiers. Quoted text comes first. A name inside longer text is not repeated.
 */
export function quotedIn(prompt: string): string[] {
  const { quoted, names } = namesIn(prompt);
  return [...quoted, ...names].slice(0, limits.context.quotedMax);
}

/** Distinguishes what the instruction quotes from names that it only contains. */
export function namesIn(prompt: string): { readonly quoted: string[]; readonly names: string[] } {
  const text = prompt.slice(0, limits.context.wordsCharsMax);
  const quoted = new Set<string>();
  const rest = text.replace(quotations, (whole, ...parts: readonly unknown[]) => {
    const found = parts.slice(0, 5).find((part): part is string => typeof part === "string");
    if (found === undefined) return whole;
    quoted.add(found);
    return " ";
  });
  const names = new Set<string>();
  for (const [word] of rest.matchAll(/[^\s"'“”‘’`<>()[\]{},;|]{3,200}/gu)) {
    const name = nameIn(word.replace(/^[*_.:!?#]+(?=[^/])|[*.:!?…]+$/gu, ""));
    if (name !== null && !quoted.has(name)) names.add(name);
  }
  return { quoted: [...quoted], names: [...names] };
}

/** Single quotes are quotation marks only around words, because they are also apostrophes. */
const quotations =
  /`([^`\n]{3,100})`|"([^"\n]{3,100})"|“([^”\n]{3,100})”|‘([^’\n]{3,100})’|(?<![\p{L}\p{N}])'([^'\n]{3,100})'(?![\p{L}\p{N}])/gu;

const shapes: readonly RegExp[] = [
  /^https?:\/\/\S{3,}$/u,
  // A path, a repository or an image. These contain a capital letter, a dot or a dash, unlike "and/or".
  /^[~.]?\/?[\w@.-]+(?:\/[\w@.:-]+)+$/u,
  // Files and dotted names. The end of a sentence is not such a name, and neither is a number.
  /^\w[\w-]*(?:\.[\w-]+)+$/u,
  /^--[a-z][\w-]+$/u,
  /^[a-z]\w*_\w+$|^[A-Z][A-Z\d]*_[A-Z\d_]+$/u,
  /^[a-z]+[A-Z]\w+$/u,
  /^[A-Z][a-z0-9]+[A-Z]\w*$/u,
];

/** Returns the part of a word that looks like a name in code, or null. */
function nameIn(word: string): string | null {
  // The value after a flag is not part of its name.
  const name = word.startsWith("--") ? (word.split("=", 1)[0] ?? "") : word;
  const isPath = name.includes("/") && !name.includes("://");
  if (isPath && !/[A-Z.~@:_\d-]/u.test(name)) return null;
  return shapes.some((shape) => shape.test(name)) ? name : null;
}
