import { type Retelling, retelling } from "./retelling.ts";

const order =
  "(put|add|set|insert) {value:pair} (into|in|to|on) [the] (frontmatter|front matter) of {page:place}";
const versions = "(version|translation|versions|translations)";
const tongues = [
  "{one:tongue}",
  "{one:tongue} and {two:tongue}",
  "{one:tongue} , {two:tongue} and {three:tongue}",
];

/** A key of a page “and of its Spanish and French versions”. */
export const editions: readonly Retelling[] = tongues.map((languages, more) => {
  const pages = ["one", "two", "three"].slice(0, more + 1).map((name) => `the {${name}} version of {page}`);
  return retelling(
    `${order} and [of] its ${languages} ${versions} [too|as well]`,
    ["{page}", ...pages].map((page) => `Set {value} on ${page}`).join(". "),
  );
});
