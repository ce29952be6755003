/** The beginnings of user agents from browsers that never send `Mozilla`. */
const others =
  /^(?:Opera\/\d|Lynx\/\d|w3m\/|Links \(|ELinks[/ ]|Dillo\/|NetSurf\/\d|UCWEB\/|Nokia\w+\/|BlackBerry\d+\/|SonyEricsson\w+\/|SAMSUNG-\w|Emacs-W3|J2ME\/MIDP|Mozilla\/\d\.\d \[\w+\])/u;
const engines =
  /(?:AppleWebKit|Gecko|Trident|KHTML|Presto|Goanna|Servo|LibWeb|NetFront|Ladybird)\/\d|\bMSIE \d|\brv:\d|Ladybird\/|PlayStation|\bNintendo\b/u;

/** Whether a user agent belongs to a program that shows pages to people. The rest of the user agent is ignored. */
export function saysBrowser(userAgent: string): boolean {
  return /^Mozilla\/\d\.\d \(/u.test(userAgent) ? engines.test(userAgent) : others.test(userAgent);
}
