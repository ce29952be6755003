import { AppError } from "../errors.ts";
import { type IpRange, parseIpRange } from "./ip-range.ts";

/** What the operator's `DOCWRIGHT_ALLOWED_HOSTS` lets through. */
export interface AllowedHosts {
  /** A URL's host, by its name, or an address by itself or its range. */
  has(host: string): boolean;
}

/** Throws `invalid_request` for an entry that is neither a name, an address nor a range. */
export function parseAllowedHosts(entries: readonly string[]): AllowedHosts {
  const names = new Set<string>();
  const ranges: IpRange[] = [];
  for (const entry of entries) {
    const bare = withoutBrackets(entry.trim().toLowerCase());
    const range = parseIpRange(bare);
    if (range !== null) ranges.push(range);
    else names.add(nameIn(bare));
  }
  return {
    has(host) {
      const bare = withoutBrackets(host);
      return names.has(bare) || ranges.some((range) => range.has(bare));
    },
  };
}

/** As a URL would have it: that is what it is compared with. */
function nameIn(entry: string): string {
  const name = URL.canParse(`https://${entry}/`) ? hostOf(new URL(`https://${entry}/`)) : "";
  if (name === "" || /[/:@?#*%]/u.test(entry))
    throw new AppError(
      "invalid_request",
      "DOCWRIGHT_ALLOWED_HOSTS must be host names, IP addresses and CIDR ranges, separated by commas, " +
        "e.g. git.example.com,10.0.0.0/8; without ports and wildcards.",
    );
  return name;
}

/** The host of a URL in the form in which hosts are compared: without brackets and without the root's dot. */
export function hostOf(url: URL): string {
  return withoutBrackets(url.hostname).replace(/\.$/u, "");
}

function withoutBrackets(host: string): string {
  return host.startsWith("[") && host.endsWith("]") ? host.slice(1, -1) : host;
}
