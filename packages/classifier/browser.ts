/** Prefixes of user agents from browsers that never send `Mozilla`. */
const others =
  /^(?:Opera\/\d|Lynx\/\d|w3m\/|Links \(|ELinks[/ ]|Dillo\/|NetSurf\/\d|UCWEB\/|Nokia\w+\/|BlackBerry\d+\/|SonyEricsson\w+\/|SAMSUNG-\w|Emacs-W3|Bunjalloo\/|J2ME\/MIDP|Mozilla\/\d\.\d \[\w+\])/u;
/** Some proxies and apps remove the engine, but keep the browser's own name. */
const engines =
  /(?:Chrome|CriOS|Firefox|FxiOS|Safari|AppleWebKit|Gecko|Trident|KHTML|Presto|Goanna|Servo|LibWeb|NetFront|Ladybird)\/\d|\bMSIE \d|\brv:\d|Ladybird\/|PlayStation|\bNintendo\b/iu;

/**
 * Whether a user agent belongs to a program that shows pages to people. The rest of the user agent is ignored. Some
 * browsers and proxies capitalize the engine's name differently.
 */
export function saysBrowser(userAgent: string): boolean {
  return /^(?:MQQBrowser\/\d+ )?Mozilla\/\d\.\d \(/iu.test(userAgent)
    ? engines.test(userAgent)
    : others.test(userAgent);
}

/** Names of televisions, and of programs that people use, that lists of bots mistake for bots because of one word. */
const lookLikeBots = /\bGoogle ?TV\b|\bSogou(?:MSE|MobileBrowser|Search)\b|\bchromeframe\b/giu;

/**
 * Removes the parts of a browser's user agent that lists of bots mistake for a bot's name: the names above, and the
 * model of a phone, such as `Spider 8`. The model follows the version of Android. Parts with another product or an
 * address, and those after `compatible`, are kept.
 */
export function withoutDevice(userAgent: string): string {
  const end = userAgent.indexOf(")");
  const parts = userAgent.slice(0, Math.max(0, end)).split(";");
  const android = parts.findIndex((part) => /\bAndroid\b/iu.test(part));
  const compatible = parts.findIndex((part) => /compatible/iu.test(part));
  const isModel = (part: string, at: number) =>
    android !== -1 &&
    at > android &&
    (compatible === -1 || at < compatible) &&
    !/[/+@]\S|www\./iu.test(part.replace(/\bBuild\/\S*/u, ""));
  const kept = parts.filter((part, at) => !isModel(part, at));
  return `${kept.join(";")}${userAgent.slice(Math.max(0, end))}`.replace(lookLikeBots, " ");
}
