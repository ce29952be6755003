import { unescapeText } from "../markdown/unescape.ts";

/**
 * Returns the hosts in a text's addresses, as a browser would resolve them: full URLs anywhere (including in code),
 * scheme-relative URLs in attributes, links, strings and styles, and email links. Reads the text both as written and
 * with its escapes resolved. International names are in their ASCII form.
 */
export function hostsIn(text: string): ReadonlySet<string> {
  const hosts = new Set<string>();
  if (!/[:/\\&%]/u.test(text)) return hosts;
  const unescaped = unescapeText(text);
  const views = new Set([text, unescaped, unescaped.replace(attribute, stripBreaks)]);
  for (const view of views) {
    for (const [, slashes = "", authority = ""] of view.matchAll(fullAddress))
      add(hosts, hostOf(authority), { short: !slashes.includes("\\") });
    for (const [, authority = ""] of view.matchAll(relativeAddress))
      add(hosts, hostOf(authority), { short: false });
    for (const [, domain = ""] of view.matchAll(mailAddress)) add(hosts, hostOf(domain), { short: true });
  }
  return hosts;
}

/** Removes tabs and line breaks, as browsers do within addresses. */
export function stripBreaks(text: string): string {
  return text.replace(/[\t\r\n]/gu, "");
}

const attribute = /=[\t\r\n ]{0,9}(?:"[^"]{0,2000}"|'[^']{0,2000}')/gu;

const authority = String.raw`(\[[0-9a-fA-F:.]{2,45}\]|[^\s/\\"'${"`"}<>()[\]{}?#|^]{1,500})`;

/** Browsers accept any number of forward slashes and backslashes. */
const fullAddress = new RegExp(String.raw`\b(?:https?|wss?|ftp):([\\/]+)${authority}`, "giu");

/**
 * Matches an address at the start of a link, a link definition, an attribute, a string, a style's URL or a list of
 * sources.
 */
const relativeAddress = new RegExp(
  String.raw`(?:\]\(\s{0,9}<?|\]:\s{0,9}<?|=\s{0,9}["'{${"`"}]{0,3}|["'${"`"}(]|\burl\(\s{0,9}|,\s{1,9})[\\/]{2,}${authority}`,
  "giu",
);

const mailAddress = /\bmailto:[^\s@"'<>()]{1,200}@([\p{L}\p{N}_.-]{1,253})/giu;

/**
 * Adds a host. A name without a dot counts only if `short` is true: otherwise, it is part of an escape, as in
 * `https:\x2f`, or of a comment in code, as in `{//todo`.
 */
function add(hosts: Set<string>, host: string | null, { short }: { short: boolean }): void {
  if (host !== null && (short || /[.:]/u.test(host))) hosts.add(host);
}

/** Returns null for an address that cannot be opened. A user name is removed, because it can look like another host. */
function hostOf(authority: string): string | null {
  const url = URL.parse(`https://${authority.replace(/[.,;:!*_~]+$/u, "")}`);
  const host = url?.hostname.replace(/\.+$/u, "") ?? "";
  return /^(?:[\w-][\w.-]*|\[.+\])$/u.test(host) ? host : null;
}
