import { addresses, elements, handlers, placed, scripts } from "./markup.ts";
import { expressions, expressionsInExtensions, mdxRows, statementsInExtensions } from "./mdx-vectors.ts";
import { createVectors, type Rows } from "./vector.ts";

const front = (yaml: string) => `---\n${yaml}\n---\n\nText.\n`;
const asMarkdown = (text: string) => `---\nmdx:\n  format: md\n---\n\n${text}`;

/** Docusaurus doesn't recognize these as statements, so the site would not build. */
const rejected = /^export(?:\t|\nconst)|length, \.\.\./u;

const rows: Rows = {
  "frontmatter code": [
    ..."js|javascript| js|js |\tjs|  javascript  |js\t|\tjavascript"
      .split("|")
      .map((name) => `---${name}\n{ title: (¶, 'Page'), mdx: { format: "md" } }\n---\n\n# Page\n`),
    "\ufeff---js\n{ title: (¶, 'Page'), mdx: { format: 'md' } }\n---\n\n# Page\n",
    "---js\r\n{ title: (¶, 'Page'), mdx: { format: 'md' } }\r\n---\r\n\r\n# Page\r\n",
    "---js\n{\n  get title() { ¶; return 'Page' },\n  mdx: { format: 'md' },\n}\n---\n",
    "---javascript\n(() => { ¶; return { mdx: { format: 'md' } } })()\n---\n\n# Page\n",
  ],
  "frontmatter fields": [
    front("custom_edit_url: javascript:§_call()"),
    front('custom_edit_url: "java\\x73cript:§_call()"'),
    front("custom_edit_url: data:text/html,§_call()"),
    front("custom_edit_url: >-\n  javascript:§_call()"),
    front('"custom\\x5fedit_url": javascript:§_call()'),
    front("? custom_edit_url\n: javascript:§_call()"),
    front("<<: {custom_edit_url: 'javascript:§_call()'}"),
    front("x: &a javascript:§_call()\ncustom_edit_url: *a"),
    front("custom_edit_url: JavaScript:§_call()"),
    front("custom_edit_url: |-\n  javascript:§_call()"),
    front("'custom_edit_url' : 'javascript:§_call()'"),
    front("{custom_edit_url: 'javascript:§_call()'}"),
  ],
  exports: [
    ...(mdxRows.exports ?? []).filter((text) => !rejected.test(text)),
    ...statementsInExtensions.map((text) => `${text}\n`),
  ],
  expressions: [
    ...expressions,
    ...expressionsInExtensions,
    "Text :b{c={} {¤}",
    ":::tip[{¤}]\nText\n:::",
    ":::note\n{¤}\n:::",
    "# Heading {¤} {#id}",
    "<details>\n<summary>{¤}</summary>\nText\n</details>",
  ].map((text) => `${text}\n`),
  "JSX elements": [
    ...(mdxRows.elements ?? []),
    "<head><script>{`§_call()`}</script></head>\n",
    '<head><meta httpEquiv="refresh" content="0;url=https://x.invalid/§" /></head>\n',
    '<head>\n  <base href="https://x.invalid/§/" />\n</head>\n',
    '<head><link rel="stylesheet" href="https://x.invalid/§.css" /></head>\n',
    ":::tip[<b onClick={() => §_call()}>Title</b>]\nText\n:::\n",
    "```mdx-code-block\n<b onClick={() => §_call()}>Title</b>\n```\n",
  ],
  addresses: mdxRows.addresses ?? [],
  "code that runs": [
    "```jsx live\nfunction A() { §_call(); return null }\n```\n",
    "```js live\n§_call()\n```\n",
    "```tsx live noInline\nrender(§_call())\n```\n",
    '```jsx title="a" live\n§_call()\n```\n',
    "~~~jsx live\n§_call()\n~~~\n",
    "- item\n\n  ```jsx live\n  §_call()\n  ```\n",
    "> ```jsx live\n> §_call()\n> ```\n",
    "````jsx live\n§_call()\n````\n",
    "```jsx live\n§_call()\n",
    "```jsx   live  \n§_call()\n```\n",
    "```mdx-code-block\n{¤}\n```\n",
    "```mdx-code-block\nexport const a = ¤\n\n{a}\n```\n",
    "````mdx-code-block\n{¤}\n````\n",
    "```mdx-code-block\n<p title={¤}>More</p>\n```\n",
    "Text\n\n```mdx-code-block\n{¤}\n```\n\nText\n",
  ],
  "Markdown format": [
    ...placed(addresses, { more: 0 }),
    ...placed([...elements, ...scripts], { more: 0 }),
    ...placed(handlers.slice(0, 6), { more: 0 }),
    "[More](javascript:§_call\\(\\))\n",
    "[More][a]\n\n[a]: javascript:§_call\n",
    "<javascript:§_call>\n",
  ].map(asMarkdown),
};

export const docusaurusVectors = createVectors("docusaurus", (id) => `docs/${id}.md`, rows);
