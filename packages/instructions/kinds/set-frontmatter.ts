import type { FrontmatterValue, InstructionScope, SetFrontmatter } from "../instruction.ts";
import { type Draft, type Kind, phrase, type Tail, tail } from "../reading/kind.ts";
import { type Found, type Payload, payloadOf } from "../reading/phrase.ts";
import { scopeOf } from "../reading/scope.ts";
import { isTypo } from "../reading/typos.ts";

const set = "(set|change|update)";
const fill = "(add|fill in|fill|generate|create|complete|supply|write|provide|insert|set)";
const descriptions =
  "[page|meta|seo|frontmatter] (description|descriptions) [field|fields|frontmatter] [in [the] frontmatter]";
const field = "[frontmatter] (field|key|property|attribute|value|entry|frontmatter)";
const frontmatter = "(frontmatter|front matter|front-matter|metadata|yaml header|yaml)";
const keySlot = `([frontmatter] [${field}] [page] {key} [${field}])`;
const ofPage = "(of|for|on|in) ([the] page [called|titled|named] {page}|[the] {page} page|{page})";
const pageOwn = "[the] {page} (page's|page)";
const first =
  "[its|their|the|each page's|the page's] [own] (first|opening|leading) (paragraph|paragraphs) [of (the|each|every) (page|pages)|of it]";
const each = "(each|every|all) [of the|the|our] (page|pages) [in the docs]";
const any = "(one|it|them|any|[a|any|their] (description|descriptions))";
const lacking = `((that|which) ((don't|do not|doesn't|does not) have ${any} [yet]|(lack|lacks|miss|are missing|is missing) ${any}|(have|has) (none|no (description|descriptions)))|(without|lacking|missing) ${any}|with (none|no (description|descriptions)))`;
const missing = "[the|all|all the|any|a] missing";

const site: InstructionScope = { kind: "site" };
const firstParagraph: FrontmatterValue = { kind: "firstParagraph" };

/** The default for a missing description: the page's first paragraph. */
const filled: SetFrontmatter = {
  kind: "setFrontmatter",
  key: "description",
  value: firstParagraph,
  onlyMissing: true,
  scope: site,
};

const fills = [
  `${fill} ${missing} ${descriptions}`,
  `${fill} ${missing} [frontmatter] {key:quoted} [${field}|${frontmatter}]`,
  `${fill} [a|the] ${descriptions} ${lacking}`,
  `(add|generate|fill in) [a|the|frontmatter] ${descriptions} to ${each}`,
  `(add|generate|fill in) [a|the|frontmatter] ${descriptions} to [all|every|each|any] [the|of the|our] (page|pages) ${lacking}`,
  `for [all|every|each|any] [the|of the|our] (page|pages) ${lacking} (add|generate|fill in|create|write|set) (one|it|[a|the] ${descriptions})`,
  `for [all|every|each|any] [the|of the|our] (page|pages) ${lacking} use ${first} (as|for) [its|the|their] ${descriptions}`,
  `(add|generate|create|fill in) [a|the|frontmatter] ${descriptions} for [all|every|each|any] [the|of the|our] (page|pages) ${lacking}`,
  `add [a|the] ${descriptions} to ([the] {page} page|[the] page {page}|{page:path})`,
].map((template) => phrase(template, (found) => fillIn(found, filled)));

/** Filling in keeps existing values; setting replaces them. */
const copyVerbs: readonly (readonly [verb: string, onlyMissing: boolean])[] = [
  ["(fill in|fill|generate|add)", true],
  ["(set|update|replace|take)", false],
];
const from = `(from|to|using|with) ${first}`;

const copies = copyVerbs.flatMap(([verb, onlyMissing]) =>
  [
    `${verb} [the] ${descriptions} (of|for|on|to) ${each} ${from}`,
    `${verb} (each|every) page's ${descriptions} ${from}`,
    `${verb} [the] [${field}] {key:quoted} [${field}] (of|for|on|to) ${each} ${from}`,
    `${verb} [the] (${descriptions}|{key:quoted}) ${ofPage} ${from}`,
  ].map((template) => phrase(template, (found) => fillIn(found, { ...filled, onlyMissing }))),
);

const uses = [
  `for ${each} use ${first} (as|for) [its|the|their] ${descriptions}`,
  `use ${first} [of (each|every) page] (as|for) [its|the|their] ${descriptions} [on|of|for] [${each}]`,
].map((template) => phrase(template, (found) => fillIn(found, { ...filled, onlyMissing: false })));

function fillIn(found: Found, base: SetFrontmatter): Draft {
  const key = found.get("key")?.text ?? base.key;
  return { instructions: [{ ...base, key, scope: pageScope(found) ?? base.scope }] };
}

const values = [
  `${set} [the] ${keySlot} ${ofPage} [from {old:value}] to {value}`,
  `rename [the] [page] title ${ofPage} [from {old:value}] to {value}`,
  `${set} [the] ${keySlot} {scope} to {value}`,
  `set [the] ${keySlot} (to|:|=) {value}`,
  `${set} [the] ${keySlot} ${ofPage} (:|=) {value}`,
  `${set} {pair:keyAndValue}`,
  `${set} ${pageOwn} [${frontmatter}] {key} to {value}`,
  `(add|put|insert) {pair:keyAndValue} [(to|in|into) [the] ${frontmatter}]`,
  `(add|put|insert) {key} : {value:oneWord} [(to|in|into) [the] ${frontmatter}]`,
  `(add|put|insert) {pair:keyAndValue} (to|in|into) [the] ${frontmatter} of (${each}|[the] {page} page|[the] page {page}|{page})`,
  `(add|put|insert) {key} : {value:oneWord} (to|in|into) [the] ${frontmatter} of (${each}|[the] {page} page|[the] page {page}|{page})`,
  `(add|put|insert) {pair:keyAndValue} to ${each}`,
  `(add|set) [the|a] ${field} {key} with [the] value {value}`,
  `(add|set) [the|a] ${field} {key} with [the] value {value} to ([the] {page} page|[the] page {page})`,
  `give [the] ({page} page|page {page}) [the|a] {key} {value}`,
  `[the] ${keySlot} ${ofPage} (should be|must be|is to be) {value}`,
].map((template) => phrase(template, setValue));

const retitle = phrase(
  "retitle ([the] {page} page|[the] page {page}|{page:path}) (to|as|→) {value}",
  (found) => toDraft("title", payloadOf(found, "value"), found),
);

function setValue(found: Found): Draft | null {
  const pair = found.get("pair");
  if (pair !== undefined) {
    const [key = "", value = ""] = pair.values;
    return toDraft(key, { text: value, form: "bare", values: [] }, found);
  }
  return toDraft(keyOf(found), payloadOf(found, "value"), found);
}

/** A literal needs a scope, because a prompt without a page is unlikely to mean the same title for every page. */
function toDraft(key: string, value: Payload, found: Found): Draft | null {
  if (key === "slug" || key === "path" || key === "url" || key === "version") {
    // People use these words for pages and products too, without thinking of frontmatter.
    if (payloadForm(found, "key") !== "quoted" && !found.has("pair")) return null;
  }
  const scope = pageScope(found);
  return {
    instructions: [
      { kind: "setFrontmatter", key, value: toValue(value), onlyMissing: false, scope: scope ?? site },
    ],
    needsScope: scope === null,
  };
}

/** Corrects an unquoted key that is nearly a common one. */
function keyOf(found: Found): string {
  if (!found.has("key")) return "title";
  const { text, form } = payloadOf(found, "key");
  if (form === "quoted" || commonKeys.includes(text)) return text;
  return commonKeys.find((key) => isTypo(text, key)) ?? text;
}

const commonKeys = ["title", "description", "sidebarTitle", "keywords", "icon", "draft", "mode"];

function payloadForm(found: Found, name: string): Payload["form"] | null {
  return found.get(name)?.form ?? null;
}

function pageScope(found: Found): InstructionScope | null {
  const scope = found.get("scope");
  if (scope !== undefined) return scopeOf(scope);
  const page = found.get("page");
  return page === undefined ? null : { kind: "page", name: page.text };
}

/** Quoted values are text; unquoted `true` and `3` get their YAML types. */
function toValue({ text, form }: Payload): FrontmatterValue {
  const bare = form === "bare";
  if (bare && (text === "true" || text === "false")) return { kind: "literal", literal: text === "true" };
  if (bare && /^-?\d{1,15}(?:\.\d{1,15})?$/.test(text)) return { kind: "literal", literal: Number(text) };
  const quotes = /^(["'])(.*)\1$/s.exec(text);
  return { kind: "literal", literal: bare && quotes !== null ? (quotes[2] ?? "") : text };
}

const onlyMissing = (template: string): Tail => ({
  ...tail(template, (instruction) =>
    instruction.kind === "setFrontmatter" ? { ...instruction, onlyMissing: true } : null,
  ),
  saysScope: true,
});

const tails = [
  onlyMissing("(where|if|when) [it|it is|it's|they are|one is] missing"),
  onlyMissing(
    "(on|to|for|in) [all|every|any|each] [the] (page|pages) (without one|without it|without|with none|that lack it|that lack one|that lacks one|that lacks it|that don't have it|that don't have one|that doesn't have one|that have none|that has none|where it is missing|lacking it|lacking one|missing it)",
  ),
  tail(`(from|using|with|based on|out of|taken from|drawn from) ${first}`, (instruction) =>
    instruction.kind === "setFrontmatter" && instruction.value.kind === "firstParagraph" ? instruction : null,
  ),
];

export const setFrontmatter: Kind = {
  kind: "setFrontmatter",
  phrases: [...fills, ...copies, ...uses, ...values, retitle],
  tails,
  verbs: ["set", "fill", "generate", "retitle", "give", "add", "use", "change", "update"],
};
