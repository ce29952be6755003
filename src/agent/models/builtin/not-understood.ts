import type { Part } from "./parse-instructions.ts";
import { listed, quote } from "./work/words.ts";

const able =
  "It can replace or rename a term, move, rename, add or delete pages, fix broken links, point links elsewhere, set or fill in frontmatter, bump a version, and insert text under a heading.";
const wayOut =
  "Put names in quotes and say one thing a sentence; or, for work that takes judgement, set DOCWRIGHT_MODEL to a language model such as anthropic/<model>, together with the provider's key (ANTHROPIC_API_KEY).";

/** Names the part that was not understood, what the editor can do, and what to set for the rest. */
export function notUnderstood(prompt: string, parts: readonly Part[]): string {
  const unclear = parts.filter(({ instruction }) => instruction === null);
  const names = (unclear.length === 0 ? [prompt] : unclear.map(({ text }) => text)).map(quote);
  const hint = unclear.find((part) => part.hint !== undefined)?.hint;
  const what = `The builtin editor did not understand ${listed(names, 3)}${unclear.length === parts.length ? "" : ", so it changed nothing"}.`;
  return [what, ...(hint === undefined ? [] : [hint]), able, wayOut].join(" ");
}
