/** A quoted name, with its quotation marks. */
const name = `("[^"“”\\n]{1,120}"|“[^"“”\\n]{1,120}”)`;
/** The words or the path of one place: no sentence ends in it. */
const place = "([\\w/-](?:[\\w/ -]|\\.(?=\\w)){0,80}?)";
/** An address of the site. */
const address = "(\\/[\\w/.-]{1,120}?)";
/** The address of a page elsewhere. */
const link = "(https?:\\/\\/[\\w./?=&%#-]{1,200}[\\w/])";
/** The text to write contains no courtesy. */
const courteous = "(?!.*\\b(?:please|pls|plz|thanks|thx|ok|okay)\\b)";
const plainText = `${courteous}([^"“”.!?;:,\\n]{1,80}?)`;
const style = "(note|tip|info|warning|caution|danger)";
const isTitle = /^(?!(?:Something|Anything|Whatever|Maybe|Any|Better|A better|TBD|TODO)\b)[\p{Lu}\p{N}]/u;
const isStyle = new RegExp(`^${style}$`, "iu");
const box = "(?:box|callout|admonition)";
const please = "(?:,? (?:please|pls|ok|okay|thanks))?";
const replaceEverywhere = `(?:[.,;] (?:please )?(?:fix|change|correct|update|replace) (?:it|that|this)(?: everywhere| in all (?:the )?pages| on all (?:the )?pages)${please})?`;

/** Wishes and facts with what follows from them, as orders. A pattern is the whole prompt, so no word is dropped. */
const retellings: readonly (readonly [pattern: RegExp, order: string])[] = (
  [
    [
      `on ${place},? (?:i|we) (?:don't|do not) like the heading ${name}[.,;] (?:please )?call it ${name}(?: instead)?${please}`,
      "Rename the heading $2 on $1 to $3",
    ],
    [
      `(?:a )?new title (?:for|of) (?:the )?(?:page )?(?!.*\\b(?:sections?|headings?|groups?|tabs?|categor(?:y|ies)|tables?|columns?|sidebar|navigation|menu|box|docs|site|in|on|of)\\b.*:)${place}: ${plainText}`,
      'Change the title of the page $1 to "$2"',
    ],
    [
      `(?:the )?(?:sidebar |navigation |nav )?(?:category|group) ${name} gets (?:a|the|this) new name: ${name}`,
      "Rename the navigation group $1 to $2",
    ],
    [
      `(?:the )?(?:sidebar |navigation |nav )?(?:category|group) ${place} gets (?:a|the|this) new name: ${plainText}`,
      'Rename the navigation group "$1" to "$2"',
    ],
    [`([\\w./-]{1,120}): ${style} (?:->|→|=>) ${style}`, "Change the $2 on $1 to a $3"],
    [`([\\w./-]{1,120}): ${style}s (?:->|→|=>) ${style}s`, "Change all $2s on $1 to $3s"],
    [
      `(?:i|we)(?:'d| would) like that all (?:the |of the )?${style}(?:s| ${box}(?:s|es)) (?:of|on|in) ([\\w./-]{1,120}) become ${style}(?:s| ${box}(?:s|es))`,
      "Change all $1s on $2 to $3s",
    ],
    [
      `(?:i|we)(?:'d| would)? (?:want|like) all (?:the |of the )?${style}(?:s| ${box}(?:s|es)) (?:of|on|in) ([\\w./-]{1,120}) to become ${style}(?:s| ${box}(?:s|es))`,
      "Change all $1s on $2 to $3s",
    ],
    [
      `we (?:now )?(?:write|say|spell) ${name}(?: now)?, (?:not|no longer|instead of) ${name}${replaceEverywhere}`,
      "Replace $2 with $1",
    ],
    [
      `(?:could we |let's |let us )?(?:please )?(?:write|say) ${name} (?:where|wherever) (?:the docs say|we say|it says|the docs have) ${name}`,
      "Replace $2 with $1",
    ],
    [
      `(?:where|wherever) the docs say ${name},? (?:they|it) (?:should|must) say ${name}`,
      "Replace $1 with $2",
    ],
    [
      `(?:in|on) ([\\w./-]*\\/[\\w./-]+?),? it (?:must|should|has to) say ${name} instead of ${name}`,
      "Replace $3 with $2 in $1",
    ],
    [
      `the \`?(--?[\\w-]{1,60})\`? (?:option|flag|switch|setting) (?:is gone|was removed|no longer exists)(?: from [\`\\w -]{1,40})?[.,;] (?:(?:could|can|would|will) you )?(?:please )?(?:delete|remove|drop) its row (?:in|on|from) ([\\w./-]{1,120})`,
      "Delete the row `$1` of the table in $2",
    ],
    [
      `on (?:the page )?${name} there is an? ${style},? but it is (?:really |actually )?(?:only )?an? ${style}[.,;] (?:(?:could|can) you )?(?:please )?(?:change|fix|correct) (?:that|it)`,
      "Change the $2 on the page $1 to a $3",
    ],
    [
      `the box ${name} (?:on|in) ([\\w./-]{1,120}) (?:has to|must|should) be an? ${style},? (?:and )?not an? ${style}`,
      "Change the $4 $1 on $2 to a $3",
    ],
    [
      `(?:in|on) the ([\\w-]{1,60}) page,? it (?:must|should|has to) say ${name} instead of ${name}`,
      "Replace $3 with $2 on the page $1",
    ],
    [
      `(?:please )?(?:delete|remove) (?:the )?page (?:of|about|on) ([\\w-]{1,60}), (?:it )?is (?:obsolete|outdated|no longer needed)`,
      "Delete the page about $1",
    ],
    [
      `(?:the )?([\\w-]{1,60}) (?:page )?(?:isn't|is not) deprecated any ?more,? so (?:please )?(?:take|remove|drop) (status|tag|deprecated) (?:out of|from) its frontmatter`,
      "Remove $2 from the frontmatter of the page $1",
    ],
    [
      `the (?:[\\w-]{1,30} ){1,3}${link} (?:has )?expired, the new one is ${link}(?: -|[,.;]) (?:please )?(?:update|change|replace) it (?:wherever we have it|everywhere)`,
      "Replace the link $1 with $2 everywhere",
    ],
    [
      `(?:the )?page ([\\w./-]{1,120}) has no description[.,;] (?:please )?give it this one: ${courteous}([^"“”.!?;\\n]{1,300}\\.?)`,
      'Set the description of $1 to "$2"',
    ],
    [
      `on (?:the )?${place}, the (first|second|third|last) table has a row for ${plainText}[.,;] (?:it (?:isn't|is not) needed any ?more|we don't need it any ?more), (?:please )?(?:drop|delete|remove) it`,
      'Delete the row "$3" of the $2 table on $1',
    ],
    [
      `${address} (?:was|is|has been) printed (?:on|in) [\\w ]{1,40}[.,;] (?:it|that) (?:ought to|should|must|has to) (?:take|lead|send|bring) (?:people|readers|visitors|them) to ${address}`,
      "Redirect $1 to $2",
    ],
    [
      `${address} (?:was|is|has been) printed (?:on|in) [\\w ]{1,40}[.,;] (?:please )?(?:make|let) it (?:go|lead|redirect) to ${address}${please}`,
      "Redirect $1 to $2",
    ],
    [
      "(?:please )?(?:would|could|can|will) you be so (?:kind|nice|good) (?:as )?to ([^?]{1,1000})\\? ([^?]{1,1000}?)",
      "$1. $2",
    ],
    [`(?:please )?(?:would|could|can|will) you be so (?:kind|nice|good) (?:as )?to (\\w[^]{1,3000}?)`, "$1"],
  ] as const
).map(([pattern, order]) => [new RegExp(`^${pattern}[.!?]?$`, "iu"), order]);

/** The prompt as a plain order, or null if it is no known wish or fact. */
export function retold(prompt: string): string | null {
  const text = prompt.trim().replace(/^(?:hi|hello|hey)[,!] /iu, "");
  if (text.length > 3000) return null;
  for (const [pattern, order] of retellings) {
    const found = pattern.exec(text);
    if (found === null) continue;
    // “New title for a: something better” asks for an idea.
    const isName = order.startsWith("Change the title") || order.startsWith("Rename the navigation group");
    if (isName && !isTitle.test((found[2] ?? "").replace(/^["“]/u, ""))) continue;
    return order.replace(/\$(\d)/gu, (_, at: string) => {
      const value = found[Number(at)] ?? "";
      return isStyle.test(value) ? value.toLowerCase() : value;
    });
  }
  return null;
}
