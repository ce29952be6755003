import type { Random } from "../../support/generated-site/random.ts";

const inline = [
  ..."acme|acme|acme|acme words|the acme|x|a b| | | |[|]|[|]|](|](/x)|](/y{x})|](\n/{x})|)|][".split("|"),
  ..."[a]~[acme]~[a acme]~[a][b]~[a](/x)~[a](/acme)~[a b](./acme#c)~![acme](/x/acme)~[acme](/x)~[a b](/c)~[a][acme]~![a](/x)~![~[^a]~[^acme]~[ ]~[]".split(
    "~",
  ),
  ..."`|`|``|`a`|`{x}`|`[`|`]`|{x}|{a.b}|{#x}|{}|{|}|<b>|</b>|<b/>|<br />|<i>|</i>|<|>|*|_|**|~~|$|$$".split(
    "|",
  ),
  ...[
    '<b c="d">',
    '<b c="[acme">',
    '<b title="]">',
    "\\",
    "\\[",
    "\\]",
    "|",
    "\n",
    "\n",
    "\n> ",
    "\n  ",
    "\n- ",
  ],
  ..."\t|\u00a0|:|.|,|-|&amp;|&|!|(|\"|'|www.a|https://a.b/c|a@b.c|:x[|:x|^|=|1|é|/|]:|[b]: |[acme]: ".split(
    "|",
  ),
];

const starts = [
  "",
  "",
  "",
  "",
  "",
  "",
  "> ",
  "- ",
  "  ",
  "    ",
  "1. ",
  "# ",
  "| ",
  "   ",
  "> > ",
  "* ",
  "\t",
];

const sentences = [
  ..."See acme now|acme|The acme, x|use [a][b] acme|a [b](/c) and acme|the acme {x} y|`a` acme `b`".split(
    "|",
  ),
  ...["acme [a][b]", "[a][b]\nacme", "*acme*", "x\nacme", "See [a](/acme)", "[a b](/acme) and acme"],
];

const lines = [
  ...Array<string>(8).fill(""),
  ..."[a]: /x|[b]: /x|[new]: /x|[a acme]: /x|[a new]: /x|[nimbus]: /x|[acme]: /x|[a b]: /x 'acme'".split("|"),
  ...["[b]:\n/x\n'acme'", "[b]:\n/y", "[b]: /x\n'one", "two'", "[^a]: acme", "[^new]: x", "> [a", "> b]: /x"],
  ..."    acme~acme~acme words here~Acme~- acme~> acme~# acme~| acme | x |~|---|---|~  acme".split("~"),
  ..."<Note>|</Note>|<div>|</div>|<b>|</b>|<b/>|>|</Card>|```|```js|~~~|$$|---|===|***|:::note|:::|::::a".split(
    "|",
  ),
  ...[
    '```js title="a"',
    '<Card title="acme" href="/x">',
    "{/* a */}",
    "export const a = 1",
    "import a from 'b'",
    "\nimport A from '/b'\n",
    "\nimport A from '/b'\nimport { B, C } from \"@c/d.js\";\n",
    "\nimport * as D from './acme'\n",
    "import B from '/b'",
    "import {A, from '/b'",
  ],
  ...["[a <b/> new]: /x", "[a <b/>\nnew]: /x", "[a\n<b/>\nacme]", "[p [a\n<b/>\nacme]\nq](/{x})"],
  ...["[p [a\nacme]\nq](/{x})", "[p [acme] q](/{x})", "[p][acme](/{x})", "[a](/b) [acme](/{x})"],
  ...["[acme\n](/{x})", "acme]", "[a", "acme](/{x})", "](/{x})"],
];

const words =
  "new|new|nimbus|a|b|words|New Nimbus|new words|x|p|import|export|live|www|http|java|acme acme|é|ab|note|div|b acme|a/b|x-y.z|_a_|_www.a".split(
    "|",
  );

const heads = ["", "# One\n\n", "# One\n\n", "---\ntitle: a\n---\n\n", "---\ntitle: acme\n---\n"];
const ends = ["[b]: /x", "[new]: /x\n[a]: /y", "[nimbus]: /x", "[a new]: /x\n[b]: /x", "[new words]: /x"];

export interface WordChange {
  readonly before: string;
  readonly after: string;
}

/** Generates random pages with marks that open and close links, code and elements, and replaces a word in them. */
export function* wordChanges(count: number, random: Random): Generator<WordChange> {
  const { pick, int, chance } = random;
  const upTo = (max: number) => 1 + int(max);
  const marks = () => Array.from({ length: upTo(8) }, () => pick(inline) + (chance(0.4) ? " " : "")).join("");
  const line = () => {
    if (chance(0.3)) return pick(starts) + marks();
    return chance(0.4) ? pick(starts) + pick(sentences) : pick(lines);
  };
  for (let n = 0; n < count; n++) {
    const body = Array.from({ length: upTo(8) }, line).join(pick(["\n", "\n", "\n", "\n\n", "\n\n", "\r\n"]));
    const before = `${pick(heads)}${body}${chance(0.6) ? `\n\n${pick(ends)}\n` : "\n"}`;
    const to = pick(words);
    // Sometimes only one of the words changes.
    const only = chance(0.3) ? int(4) : null;
    let index = 0;
    const after = before.replace(/acme words|acme/giu, (old) =>
      only === null || index++ === only ? to : old,
    );
    yield chance(0.5) ? { before, after } : { before: after, after: before };
  }
}
