import type { InstructionScope } from "../instruction.ts";
import { limits } from "../limits.ts";
import { language, versionFolder } from "./editions.ts";
import {
  compileTemplate,
  type Effort,
  type Found,
  matchPhrase,
  type Payload,
  type ReadSlot,
  type SlotMatch,
  textOf,
} from "./phrase.ts";
import { isFile, slots } from "./slots.ts";
import { documentWords } from "./words.ts";

const docs = "(docs|documentation|site|website|repo|repository|project|doc)";
const folder = "(folder|directory|dir)";
const page = "(page|file|doc|article)";
const below = "[recursively|and [all] [of] [its|the] (subfolders|subdirectories|contents|pages)]";
const pages = "(page|pages|file|files|doc|docs|document|documents|article|articles)";
const every = "(all|all of|every|each|any|all the|all of the|each of the|the)";
const inside = "(in|inside|within|under|below|throughout|across|of|from)";
const frontmatter = "(frontmatter|front matter|front-matter|metadata|yaml header)";
const only = "[only|just]";

/** Phrases that say where an instruction applies, before or after the instruction. */
const phrases: readonly [template: string, kind: InstructionScope["kind"]][] = [
  [
    "(everywhere|globally|site-wide|site wide|docs wide|sitewide|docs-wide|repo-wide|throughout|wherever it appears)",
    "site",
  ],
  [
    `[everywhere|anywhere] (in|across|throughout|on|over|within|through|from) [all|all of|all over] [the|our|my|these] [whole|entire|full] ${docs}`,
    "site",
  ],
  [
    `[everywhere] (in|across|throughout|on|over|to|for|of|from) (all|all of|every|each|any|each and every|every single) [the|our|of the|of our] ${pages}`,
    "site",
  ],
  [`all over the ${docs}`, "site"],
  [
    `${only} [everywhere] (in|inside|within|under|across|throughout|below|for|on|from) [the|our] {name:folder} ${folder} ${below} [only]`,
    "folder",
  ],
  [
    `${only} [everywhere] (in|inside|within|under|across|throughout|below|for|on|from) [the] ${folder} [called|named] {name:folder} [only]`,
    "folder",
  ],
  [
    `${only} [everywhere] (in|inside|within|under|across|throughout|below|for|on|from) {name:folderPath} ${below} [only]`,
    "folder",
  ],
  [
    `[everywhere] (in|across|throughout|on|over|to|for|of) ${every} ${pages} ${inside} [the] {name:folder} ${folder}`,
    "folder",
  ],
  [
    `[everywhere] (in|across|throughout|on|over|to|for|of) ${every} ${pages} ${inside} [the] ${folder} {name:folder}`,
    "folder",
  ],
  [`[everywhere] (in|across|throughout|on|over|to|for|of) ${every} ${pages} ${inside} {name:slug}`, "folder"],
  [
    `${only} [everywhere] (in|across|throughout|for|on|of) ([all] [of] [the|our]) {name:language} (${pages}|docs|documentation|translation|translations|version|site) [only]`,
    "folder",
  ],
  [
    `${only} (in|across|throughout|for|of) [the docs of|the docs for|the docs in|docs] [the] version {name:versionFolder} [docs|documentation|of the docs] [only]`,
    "folder",
  ],
  [
    `${only} (in|across|throughout|for|of) [the|our] {name:versionFolder} (docs|documentation|version) [only]`,
    "folder",
  ],
  [`in [the] ${frontmatter} (of|on|in) [the] [page] {name:place} [page]`, "place"],
  [`in [the] ${frontmatter} (of|on|in) [the] [page] {name:file}`, "page"],
  [`${only} (in|on|of|for|within|inside|to|from) [the|our] {name:page} ${page} [only|alone]`, "page"],
  [
    `${only} (in|on|of|for|within|inside|to|from) [the|our] ${page} [called|titled|named] {name:page} [only|alone]`,
    "page",
  ],
  [`${only} (in|on|of|for|within|inside|to|from) {name:file} [only|alone]`, "page"],
  [`${only} (in|on|within|inside|under|for|throughout|across) [the|our] {name:place} [only|alone]`, "place"],
];

/**
 * A page or a folder: one unquoted word, or a path whose suffix does not show which it is. “In headings” and “in
 * examples” name parts of pages, not places.
 */
export const place: ReadSlot = (tokens, at) => [
  ...slots.slug(tokens, at).filter(({ payload: { text, form } }) => {
    if (text.endsWith("/") || isFile(text) || text.startsWith("/")) return false;
    return form === "quoted" || !documentWords.has(text);
  }),
  ...about(tokens, at),
];

/** “Fix the links in about”: a folder's name, unless another word follows. */
const about: ReadSlot = (tokens, at) =>
  tokens[at]?.word === "about" && tokens[at + 1]?.kind !== "word"
    ? [{ end: at + 1, payload: { text: "about", form: "bare", values: [] } }]
    : [];

const compiled = phrases.map(([template, kind]) => ({
  node: compileTemplate(template, { ...slots, place, language, versionFolder }),
  kind,
}));

/** Reads a scope; `values` are its kind and name. Two phrases for the same scope count as one reading. */
export const scope: ReadSlot = (tokens, at) => {
  if (tokens[at] === undefined) return [];
  const matches = new Map<string, SlotMatch>();
  const effort: Effort = { steps: limits.scopeStepsMax };
  for (const { node, kind } of compiled) {
    matchPhrase(node, tokens, at, new Map(), effort, (end, found: Found) => {
      const name = found.has("name") ? textOf(found, "name") : "";
      matches.set(`${end} ${kind} ${name}`, {
        end,
        payload: { text: name, form: "bare", values: [kind, name] },
      });
    });
  }
  return [...matches.values()];
};

export function scopeOf(payload: Payload): InstructionScope {
  const [kind, name = ""] = payload.values;
  if (kind === "folder" || kind === "page" || kind === "place") return { kind, name };
  return { kind: "site" };
}
