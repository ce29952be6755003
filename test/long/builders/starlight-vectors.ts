import { addresses, elements, everywhere, handlers, placed, scripts } from "./markup.ts";
import {
  expressions,
  expressionsInExtensions,
  imports,
  mdxRows,
  statementsInExtensions,
} from "./mdx-vectors.ts";
import { createVectors, type Rows } from "./vector.ts";

const image = String.raw`\x3cimg src=https://x.invalid/§.png onerror=§_call()\x3e`;
const front = (yaml: string) =>
  `---\n${/^title:/mu.test(yaml) ? "" : "title: Page\n"}${yaml}\n---\n\nText.\n`;

/** Content collections require a title. */
function titled(text: string): string {
  return /^\ufeff?(?:---)/u.test(text) ? text : `---\ntitle: Page\n---\n\n${text}`;
}

const mdxRow = (name: string) => `MDX ${name}`;

const markdown: Rows = {
  "frontmatter HTML": [
    ...["title", "tagline"].map((field) => front(`hero:\n  ${field}: "${image}"`)),
    front('hero: {title: "<svg onload=§_call()>"}'),
    front("hero:\n  title: |\n    <svg onload=§_call()>"),
    front("hero:\n  title: >-\n    <svg\n    onload=§_call()>"),
    front(`hero:\n  image:\n    html: "${image}"`),
    front("hero:\n  image:\n    html: <script src=https://x.invalid/§.js></script>"),
    front(`banner:\n  content: "${image}"`),
    front("banner: {content: '<svg onload=§_call()>'}"),
    front('"\\x62anner": {content: "\\74svg onload=§_call()>"}').replace("\\74", "\\x3c"),
    front('x: &a {content: "\\u003csvg onload=§_call()>"}\nbanner: *a'),
    front("<<: {banner: {content: '<svg onload=§_call()>'}}"),
    front("banner:\n  content: |\n    <a href='javascript:§_call()'>More</a>"),
    front("? banner\n: content: <iframe src=https://x.invalid/§></iframe>"),
    "+++\ntitle = 'Page'\n[banner]\ncontent = '<svg onload=§_call()>'\n+++\n\nText.\n",
    front("hero:\n  title: A\n  actions:\n    - text: Go\n      link: javascript:§_call()"),
    front("hero:\n  title: A\n  actions:\n    - text: Go\n      link: /\n      attrs: {onclick: §_call()}"),
    front(
      "hero:\n  title: A\n  actions:\n    - text: Go\n      link: /\n      attrs:\n        onclick: §_call()",
    ),
    front(
      'hero:\n  title: A\n  actions:\n    - text: Go\n      link: /\n      attrs: {"on\\x63lick": §_call()}',
    ),
  ],
  "frontmatter fields": [
    front("head:\n  - tag: script\n    content: §_call()"),
    front("head: [{tag: script, attrs: {src: 'https://x.invalid/§.js'}}]"),
    front("head: [{tag: meta, attrs: {http-equiv: refresh, content: '0;url=https://x.invalid/§'}}]"),
    front("head: [{tag: base, attrs: {href: 'https://x.invalid/§/'}}]"),
    front("head: [{tag: link, attrs: {rel: stylesheet, href: 'https://x.invalid/§.css'}}]"),
    front("head: [{tag: style, content: '@import url(https://x.invalid/§.css);'}]"),
    front('"\\x68ead": [{tag: script, content: §_call()}]'),
    front("<<: {head: [{tag: script, content: §_call()}]}"),
    front("x: &a\n  head: [{tag: script, content: §_call()}]\n<<: *a"),
    front("? head\n: [{tag: script, content: §_call()}]"),
    front("!!str head: [{tag: script, content: §_call()}]"),
    front("head: [{tag: template, content: '</template><svg onload=§_call()>'}]"),
    front("head: [{tag: noscript, content: '</noscript><svg onload=§_call()>'}]"),
    front("sidebar:\n  attrs: {onclick: §_call()}"),
    front("sidebar:\n  attrs:\n    onmouseover: §_call()"),
    front('sidebar:\n  attrs: {"on\\x63lick": §_call()}'),
    front("sidebar: {attrs: {href: 'javascript:§_call()'}}"),
    front("prev: {link: 'javascript:§_call()', label: A}"),
    front("next:\n  link: javascript:§_call()\n  label: A"),
    front('next: {link: "java\\x73cript:§_call()", label: A}'),
    front("editUrl: javascript:§_call()"),
    front("head: [{tag: title, content: '</title><svg onload=§_call()>'}]"),
  ],
  "HTML handlers": placed(handlers, { more: 1 }).map(titled),
  "HTML everywhere": everywhere(['<img src="https://x.invalid/§.png" onerror="§_call()">']).map(titled),
  "HTML elements": placed([...elements, ...scripts], { more: 1, from: 3 }).map(titled),
  addresses: [
    ...placed(addresses, { more: 1, from: 11 }),
    "[More](javascript:§_call\\(\\))\n",
    "[More][a]\n\n[a]: javascript:§_call\n",
    "<javascript:§_call()>\n",
    "[More](java&Tab;script:§_call)\n",
    "[More](data:text/html,§_call)\n",
    "[More](javascript&colon;§_call)\n",
    "Text[^1]\n\n[^1]: [More](javascript:§_call)\n",
  ].map(titled),
  "aside titles": [
    ':::note[<b onclick="§_call()">Title</b>]\nText\n:::\n',
    ':::tip[<svg onload="§_call()"></svg>]\nText\n:::\n',
    ':::caution[Title <img src="https://x.invalid/§.png" onerror="§_call()">]\nText\n:::\n',
    ":::danger[[More](javascript:§_call)]\nText\n:::\n",
    ":::note[*a* <b onclick='§_call()'>Title</b>]{icon=star}\nText\n:::\n",
    ":::note[Title]\n<b onclick='§_call()'>Text</b>\n:::\n",
    ":::note\n[More](javascript:§_call)\n:::\n",
    '- item\n\n  :::note[<b onclick="§_call()">Title</b>]\n  Text\n  :::\n',
    '> :::note[<b onclick="§_call()">Title</b>]\n> Text\n> :::\n',
    '::::note[<b onclick="§_call()">Title</b>]\nText\n::::\n',
    ':::note[<b\nonclick="§_call()">Title</b>]\nText\n:::\n',
    ":::note[<iframe src=https://x.invalid/§></iframe>]\nText\n:::\n",
    ":::caution[<script src=https://x.invalid/§.js></script>]\nText\n:::\n",
    ':::note[![a](x "y") <b onclick="§_call()">T</b>]\nText\n:::\n'.replace('![a](x "y") ', ""),
  ].map(titled),
};

const jsx: readonly string[] = [
  '<p onclick="§_call()">More</p>',
  "<p onclick={'§_call()'}>More</p>",
  '<p {...{onclick: "§_call()"}}>More</p>',
  '<p {...{"on\\x63lick": "§_call()"}}>More</p>',
  "<p set:html={'<svg onload=§_call()>'} />",
  '<p set:html="<svg onload=§_call()>" />',
  '<Fragment set:html={"\\x3csvg onload=§_call()\\x3e"} />',
  "<script is:inline>{`§_call()`}</script>",
  '<script is:inline src="https://x.invalid/§.js"></script>',
  '<script src="https://x.invalid/§.js"></script>',
  "<script set:html={'§_call()'} />",
  "<style is:global set:html={'@import url(https://x.invalid/§.css)'} />",
  '<iframe src="https://x.invalid/§" />',
  '<a href={"java\\x73cript:§_call()"}>More</a>',
  '<a href="javascript:§_call()">More</a>',
  "[More](javascript:§_call)",
  '<img src="https://x.invalid/§.png" onerror="§_call()" />',
  '<form action="https://x.invalid/§"><p>More</p></form>',
  '<base href="https://x.invalid/§/" />',
  '<meta http-equiv="refresh" content="0;url=https://x.invalid/§" />',
  ":::note[{¤}]\nText\n:::",
  ':::note[<b onclick="§_call()">Title</b>]\nText\n:::',
  "<div>\n\n[More](javascript:§_call)\n\n</div>",
];

const mdx: Rows = Object.fromEntries(
  Object.entries({
    exports: [...(mdxRows.exports ?? []), ...statementsInExtensions.map((text) => `${text}\n`)],
    imports: imports.map((text) => `${text}\n`),
    expressions: [...expressions, ...expressionsInExtensions].map((text) => `${text}\n`),
    elements: jsx.map((text) => `${text}\n`),
  }).map(([name, texts]) => [mdxRow(name), texts.map(titled)]),
);

export const starlightVectors = createVectors(
  "starlight",
  (id, row) => `src/content/docs/${id}.${row.startsWith("MDX ") ? "mdx" : "md"}`,
  { ...markdown, ...mdx },
);
