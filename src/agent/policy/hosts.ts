import type { Site } from "#site";
import type { Finding } from "./finding.ts";
import type { TextChange } from "./text-changes.ts";

const hostsShownMax = 50;

/**
 * Hosts that the site did not name before, for the reviewer; and redirects that lead to one, which are refused: readers
 * of the old address would never see this site.
 */
export function findNewHosts(changes: readonly TextChange[], sites: { base: Site; site: Site }): Finding[] {
  const before = new Set(changes.flatMap((change) => hostsIn(change.before)));
  const after = new Set(changes.flatMap((change) => hostsIn(change.after)));
  const candidates = [...after].filter((host) => !before.has(host) && !isReserved(host));
  const isKnown = createKnown(sites.base);
  const fresh = candidates.filter((host) => !isKnown(host)).sort();
  const redirects = findRedirects(sites, isKnown);
  if (fresh.length === 0) return redirects;
  const more = fresh.length > hostsShownMax ? ` and ${fresh.length - hostsShownMax} more` : "";
  const text = `New external hosts: ${fresh.slice(0, hostsShownMax).join(", ")}${more}`;
  return [...redirects, { verdict: "listed", text }];
}

function findRedirects(
  { base, site }: { base: Site; site: Site },
  isKnown: (host: string) => boolean,
): Finding[] {
  const known = new Set(base.redirects.map(({ from, to }) => `${from}\n${to}`));
  const external = site.redirects.filter(
    ({ from, to, toUrl }) => isExternal(toUrl) && !known.has(`${from}\n${to}`),
  );
  return external.map(({ from, to, file, line }): Finding => {
    const host = hostsIn(`](${to})`)[0] ?? null;
    const verdict = host !== null && isKnown(host) ? "listed" : "refused";
    return { verdict, text: `${file}:${line} would redirect ${from} to another site, ${to}` };
  });
}

function isExternal(url: string): boolean {
  return /^\s*(?:[a-z][a-z0-9+.-]*:|[\\/]{2})/iu.test(url);
}

/** Whole addresses anywhere, code included; those without a scheme where an address stands; and who is written to. */
const address =
  /\b(?:https?|wss?|ftp):[\\/]{2}([^\s/\\"'`<>()[\]{}?#|]+)|(?:\]\(\s*<?|=\s*["'{`]*|\]:\s*<?)[\\/]{2}([^\s/\\"'`<>()[\]{}?#|]+)|\bmailto:[^\s@"'<>()]{1,200}@([\w.-]+)/giu;

function hostsIn(text: string | null): string[] {
  if (text === null || !/[:/\\]/u.test(text)) return [];
  return [...text.matchAll(address)].map(([, whole, bare, mail]) => {
    const authority = (whole ?? bare ?? mail ?? "").toLowerCase();
    // A user's name before the host is how an address pretends to be another's.
    return authority
      .replace(/^.*@/u, "")
      .replace(/:\d*$/u, "")
      .replace(/[.,;:!*_~]+$/u, "");
  });
}

/** RFC 2606 and RFC 6761: what documentation takes for examples. */
function isReserved(host: string): boolean {
  return (
    host === "" ||
    /(?:^|\.)(?:example\.(?:com|net|org)|example|localhost)$/u.test(host) ||
    host.startsWith("127.")
  );
}

/** Whether a page of the base names the host; they are read when first asked for. */
function createKnown(base: Site): (host: string) => boolean {
  let hosts: ReadonlySet<string> | null = null;
  return (host) => {
    hosts ??= new Set(
      [...base.pages.values(), ...base.snippets.values()].flatMap(({ text }) => hostsIn(text)),
    );
    return hosts.has(host);
  };
}
