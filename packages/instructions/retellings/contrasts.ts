import { type Retelling, retelling } from "./retelling.ts";

const who = "(we|i|people|our docs|the docs|everyone|everybody|one)";
const write =
  "(write|writes|say|says|spell|spells|use|uses|call it|calls it|prefer|prefers|decided on|settled on|agreed on|go with|went with|switched to)";
const not = "(not|and not|no longer|instead of|rather than|over|and no longer|in place of|never|and never)";
const prefer = "(not|instead of|rather than|over|to)";
const should = "(should|must|has to|have to|needs to|need to|ought to)";
const fix =
  "(change|fix|correct|update|apply|replace|adapt|adjust|use) (it|this|that|them) [(everywhere|throughout|wherever we have it|wherever it occurs|in all pages|on all pages|in all the pages|in all docs|across the docs)]";
const fixIn =
  "(change|fix|correct|update|apply|replace|adapt|adjust|use) (it|this|that|them) [(to everything|to all pages|everywhere|to every page)] (in|on|throughout|across) {where:place}";

/** Each of these, alone, with “change it everywhere” or “change it in a”. */
function replacing(template: string): readonly Retelling[] {
  const order = "Replace {old} with {new}";
  return [
    retelling(template, order),
    retelling(`${template} {stop} ${fix}`, order),
    retelling(`${template} {stop} ${fixIn}`, `${order} in {where}`),
    retelling(`(in|on|throughout) {where:place} ${template}`, `${order} in {where}`),
    retelling(`${template} (in|on|throughout) {where:place}`, `${order} in {where}`),
  ];
}

/** Which of two names is right: “we write a, not b”. */
export const contrasts: readonly Retelling[] = [
  ...replacing(`[from now on] ${who} [now|always|only] ${write} {new:quoted} [now] ${not} {old:quoted}`),
  ...replacing(`[from now on] ${who} [now|always] prefer {new:quoted} ${prefer} {old:quoted}`),
  ...replacing(`(it's|it is) {new:quoted} [and] not {old:quoted}`),
  ...replacing(`it ${should} (say|be|read|be called) {new:quoted} ${not} {old:quoted}`),
  ...replacing(`(say|write|use|spell it|call it) {new:quoted} ${not} {old:quoted}`),
  ...replacing(
    `{old:quoted} (is|was) (wrong|a typo|misspelled|misspelt|outdated|a mistake) {stop} (it's|it is|it ${should} be|it ${should} say|correct is|right is) {new:quoted}`,
  ),
  ...replacing(
    `${who} (no longer|don't|do not) (say|write|use|spell) {old:quoted} [(any more|anymore)] but {new:quoted}`,
  ),
  retelling(
    `(where|wherever|everywhere) (the docs|we|you|it|they|the pages|our docs) (say|says|write|have|has|use|read|reads) {old:quoted} (they|it|we|the docs) ${should} (say|be|read|write|use) {new:quoted}`,
    "Replace {old} with {new}",
  ),
  retelling(
    `(where|wherever) {where:place} (say|says|write|writes|have|has|use|uses|read|reads) {old:quoted} (they|it|we|this) ${should} (say|be|read|write|use) {new:quoted}`,
    "Replace {old} with {new} in {where}",
  ),
  retelling(
    `[could we|let's] [please] (write|say|use) {new:quoted} (where|wherever) (the docs say|we say|it says|the docs have|we write|the docs use|they say) {old:quoted}`,
    "Replace {old} with {new}",
  ),
  retelling(
    `[could we|let's] [please] (write|say|use) {new:quoted} (where|wherever) {where:place} (says|say|writes|has|uses) {old:quoted}`,
    "Replace {old} with {new} in {where}",
  ),
  retelling(
    `{where:place} [still] (says|prints|shows|mentions|lists|uses|reads) [(version|v)] {old:version} [but] [it] ${should} (be|say|read|print) {new:version}`,
    "Bump version {old} to {new} in {where}",
  ),
  retelling(
    `{where:place} [still] (says|prints|shows|mentions|lists|uses|reads) {product:language} [version] {old:version} [but] [it] ${should} (be|say|read|print) {new:version}`,
    "Bump {product} version {old} to {new} in {where}",
  ),
  retelling(
    `typo in the (sidebar|navigation|nav|menu|table of contents|toc) : {old:name} {stop} (it's|it is|should be|it should be|it must be) {new:name} [of course|obviously]`,
    "In the sidebar, rename {old} to {new}",
  ),
];
