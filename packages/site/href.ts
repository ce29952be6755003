/** A destination as it is written in a page, in its parts. */
export interface HrefParts {
  /** Percent-decoded where that is possible. */
  readonly path: string;
  /** With its `?`; "" for none. */
  readonly query: string;
  /** Without its `#`, decoded; null for none. */
  readonly fragment: string | null;
  /** With its `#`, as written; "" for none. */
  readonly hash: string;
}

export function splitHref(href: string): HrefParts {
  const hashAt = href.indexOf("#");
  const hash = hashAt < 0 ? "" : href.slice(hashAt);
  const beforeHash = hashAt < 0 ? href : href.slice(0, hashAt);
  const queryAt = beforeHash.indexOf("?");
  const query = queryAt < 0 ? "" : beforeHash.slice(queryAt);
  const path = queryAt < 0 ? beforeHash : beforeHash.slice(0, queryAt);
  return { path: decode(path), query, fragment: hash === "" ? null : decode(hash.slice(1)), hash };
}

/** Whether an address leaves the site: it has a scheme, or names another host. */
export function isExternal(href: string): boolean {
  return href.startsWith("//") || /^[a-zA-Z][a-zA-Z0-9+.-]*:/.test(href);
}

/** Whether something is put in before anyone can follow it: a template, a variable. */
export function isTemplate(href: string): boolean {
  return href.includes("{{") || href.includes("{%") || href.includes("${") || href.includes("<%");
}

export function decode(text: string): string {
  if (!text.includes("%")) return text;
  try {
    return decodeURIComponent(text);
  } catch {
    return text;
  }
}

/** Addresses are compared without a slash at the end, and without the file that a server shows for a folder. */
export function canonicalUrl(url: string): string {
  let path = url;
  if (path.endsWith(".html")) path = path.slice(0, -5);
  if (path.endsWith("/index")) path = path.slice(0, -5);
  while (path.length > 1 && path.endsWith("/")) path = path.slice(0, -1);
  return path === "" ? "/" : path;
}
